import { useMutation } from "@tanstack/react-query";
import type { ClientView } from "#api/generated/client.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { useUpdateCachedClient } from "./use-dashboard.ts";

type SwitchField = "watermark_enabled" | "holds_everything" | "is_listed" | "keeps_own_drive" | "transcribes";

/** Turns one switch of a client: it moves at once, and back if that was not saved. */
export function useClientSwitch(
  client: ClientView,
  field: SwitchField,
  send: (on: boolean) => Promise<unknown>,
  onSaved?: () => void,
) {
  const show = useUpdateCachedClient();
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onMutate: (on) => show(client.id, { [field]: on }),
    ...(onSaved && { onSuccess: onSaved }),
    onError: (error, on) => {
      show(client.id, { [field]: !on });
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
