import { CirclePause, CirclePlay } from "lucide-react";
import type { ClientLine } from "../../../api/generated/ClientLine.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

type Props = { client: ClientLine; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before a record page closes, or opens for the first time. */
export function StatusDialog({ client, busy, onConfirm, onClose }: Props) {
  const { status } = client;
  return status === "active" ? (
    <ConfirmDialog
      title="Deactivate?"
      keep="Keep it active"
      busy={busy}
      confirm={
        <>
          <CirclePause className="size-5" aria-hidden="true" />
          {busy ? "Deactivating" : "Deactivate"}
        </>
      }
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        The record page of <b className="wrap-anywhere">{client.company_name}</b> takes no videos from this
        moment on. Its videos, its portal and its credits stay. You can reactivate it at any time.
      </p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title="Reactivate?"
      keep="Leave it pending"
      busy={busy}
      confirm={
        <>
          <CirclePlay className="size-5" aria-hidden="true" />
          {busy ? "Reactivating" : "Reactivate"}
        </>
      }
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        <b className="wrap-anywhere">{client.company_name}</b> is {status}.{" "}
        {status === "pending_invite"
          ? "Nobody has opened its account yet."
          : "Its set-up has not been finished yet."}{" "}
        Its record page opens at once and takes videos.
      </p>
    </ConfirmDialog>
  );
}
