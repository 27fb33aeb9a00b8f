import { useMutation } from "@tanstack/react-query";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import type { WatermarkChange } from "../../../api/generated/WatermarkChange.ts";
import { call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "../../../auth/toasts.ts";
import { useShowClient } from "../use-dashboard.ts";
import type { WatermarkSettings } from "./watermark-settings.ts";

const send = (id: string, change: WatermarkChange) =>
  call<ClientView>("PATCH", endpoints.watermark(id), change);

/** The switch alone: it moves at once, and back if that was not saved. */
export function useWatermarkSwitch(client: ClientView) {
  const show = useShowClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (on: boolean) => send(client.id, { watermark_enabled: on }),
    onMutate: (on) => show(client.id, { watermark_enabled: on }),
    onSuccess: (saved) => {
      show(client.id, saved);
      void showToast("success", "Watermark setting updated");
    },
    onError: (error, on) => {
      show(client.id, { watermark_enabled: !on });
      toastUnlessSignedOut("Error")(error);
    },
  });
  return {
    /** One turn at a time: an answer must not undo a later turn. */
    turn: (on: boolean) => {
      if (!isPending) mutate(on);
    },
  };
}

/** The five settings in one update. */
export function useSaveWatermark(client: ClientView, onSaved: (sent: WatermarkSettings) => void) {
  const show = useShowClient();
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
