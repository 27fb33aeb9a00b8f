import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import { ApiError } from "../../../api/http.ts";
import { pause } from "../../../api/pause.ts";
import { showToast } from "../../../ui/toast.ts";
import { askAnyway } from "../ask-anyway.ts";
import { useShowClient } from "../use-dashboard.ts";
import { replaceAsset, whyNotShown, wordsFor, type AssetType } from "./replace-asset.ts";

/** Long enough to be seen. */
const DONE_MS = 700;

/** Checks, sends and shows another picture; `percent` while it is under way. */
export function useReplaceAsset(client: ClientView, type: AssetType) {
  const [percent, setPercent] = useState<number | null>(null);
  const show = useShowClient();
  const field = type === "logo" ? "logo_url" : "qr_code_url";

  const { mutate } = useMutation({
    ...askAnyway,
    mutationFn: (file: File) =>
      replaceAsset({ clientId: client.id, assetType: type, file, currentUrl: client[field] }, setPercent),
    onMutate: () => setPercent(0),
    onSuccess: async ({ assetUrl }) => {
      show(client.id, { [field]: assetUrl });
      void showToast("success", "Asset updated successfully");
      await pause(DONE_MS);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "signed_out") return;
      void showToast("error", ...wordsFor(error));
    },
    onSettled: () => setPercent(null),
  });

  const replace = async (file: File) => {
    const words = await whyNotShown(file);
    if (words) void showToast("error", ...words);
    else mutate(file);
  };

  return { percent, replace };
}
