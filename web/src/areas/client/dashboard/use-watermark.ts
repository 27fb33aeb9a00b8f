import { useMutation } from "@tanstack/react-query";
import * as api from "#api/generated/calls/client.ts";
import type { ClientView, WatermarkChange } from "#api/generated/client.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { useClientSwitch } from "#areas/client/use-client-switch.ts";
import { useUpdateCachedClient } from "#areas/client/use-dashboard.ts";
import type { WatermarkSettings } from "./watermark-settings.ts";

const send = (id: string, change: WatermarkChange) => api.watermarkChange(id, change);

/** Toggles the watermark. */
export const useWatermarkSwitch = (client: ClientView) =>
  useClientSwitch(
    client,
    "watermark_enabled",
    (on) => send(client.id, { watermark_enabled: on }),
    () => void showToast("success", "Watermark setting updated"),
  );

/** Saves the five settings in one update. */
export function useSaveWatermark(client: ClientView, onSaved: (sent: WatermarkSettings) => void) {
  const show = useUpdateCachedClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (settings: WatermarkSettings) => send(client.id, settings),
    onSuccess: (saved, sent) => {
      show(client.id, saved);
      onSaved(sent);
      void showToast("success", "Watermark settings updated");
    },
    onError: toastUnlessSignedOut("Error"),
  });
  return { save: mutate, saving: isPending, error };
}
