import { Trash2 } from "lucide-react";
import type { SignUpLine } from "../../../api/generated/SignUpLine.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useDeleteSignUp } from "./use-sign-ups.ts";

/** Says what is lost before a sign-up goes, and what stays elsewhere. */
export function DeleteDialog({ one, onClose }: { one: SignUpLine; onClose: () => void }) {
  const { mutate, isPending } = useDeleteSignUp(onClose);
  return (
    <ConfirmDialog
      title="Delete?"
      keep="Keep it"
      busy={isPending}
      confirm={
        <>
          <Trash2 className="size-5" aria-hidden="true" />
          {isPending ? "Deleting" : "Delete this sign-up"}
        </>
      }
      onConfirm={() => mutate(one.id)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        The name, company and address of{" "}
        <b className="wrap-anywhere">
          {one.first_name} {one.surname}
        </b>{" "}
        (<span className="wrap-anywhere">{one.email}</span>) are deleted, with the mails to confirm them. A
        link in such a mail stops working. This cannot be undone. Nobody is told.
      </p>
      {one.state === "handed_on" && (
        <p className="mt-3 border-l-2 border-warning pl-3 text-[0.9375rem]">
          The mailing list has a copy. It has to be removed there.
        </p>
      )}
    </ConfirmDialog>
  );
}
