import { Trash2 } from "lucide-react";
import type { SetupLine } from "../../../api/generated/SetupLine.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useDismiss } from "./use-setups.ts";

/** Says what is lost before a set-up goes. */
export function DismissDialog({ setup, onClose }: { setup: SetupLine; onClose: () => void }) {
  const { mutate, isPending } = useDismiss(onClose);
  return (
    <ConfirmDialog
      title="Dismiss?"
      keep="Keep it"
      busy={isPending}
      confirm={
        <>
          <Trash2 className="size-5" aria-hidden="true" />
          {isPending ? "Dismissing" : "Dismiss this set-up"}
        </>
      }
      onConfirm={() => mutate(setup.id)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        What <b className="wrap-anywhere">{setup.name}</b> sent for{" "}
        <b className="wrap-anywhere">{setup.company}</b> is deleted
        {setup.has_logo ? ", with the logo" : ""}. This cannot be undone. Nobody is told.
      </p>
    </ConfirmDialog>
  );
}
