import { useRef, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  title: string;
  /** What exactly will happen. */
  children: ReactNode;
  /** A verb and its icon. */
  confirm: ReactNode;
  cancelLabel: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be undone. Nothing happens unless the words on the button are meant. */
export function ConfirmDialog({ title, children, confirm, cancelLabel, busy, onConfirm, onClose }: Props) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div className="mt-6 flex flex-col gap-3">
        <Button variant="danger" disabled={busy} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button ref={stay} variant="outlined" onClick={() => stay.current?.closest("dialog")?.close()}>
          {cancelLabel}
        </Button>
      </div>
    </Dialog>
  );
}
