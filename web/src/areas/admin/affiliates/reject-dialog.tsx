import { X } from "lucide-react";
import type { AffiliateSummary } from "#api/generated/affiliate.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { nameOf, useReject } from "./use-affiliates.ts";

type Props = { affiliate: AffiliateSummary; onClose: () => void };

export function RejectDialog({ affiliate, onClose }: Props) {
  const { mutate, isPending } = useReject(onClose);
  return (
    <ConfirmDialog
      title="Reject?"
      cancelLabel="Keep it"
      busy={isPending}
      icon={X}
      verb="Reject this application"
      busyVerb="Rejecting"
      onConfirm={() => mutate(affiliate.id)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        This deletes <b className="wrap-anywhere">{nameOf(affiliate)}</b>’s application. We notify nobody, and
        the same address can apply again. The audit log records the rejection.
      </p>
    </ConfirmDialog>
  );
}
