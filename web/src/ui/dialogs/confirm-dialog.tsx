import type { LucideIcon } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  title: string;
  /** The exact consequences. */
  children: ReactNode;
  icon?: LucideIcon;
  /** The words on the button. */
  verb: string;
  /** The words on the button while it happens; the same ones unless given. */
  busyVerb?: string;
  cancelLabel: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog(props: Props) {
  const { title, children, icon: Icon, verb, busyVerb = verb, cancelLabel, busy, onConfirm, onClose } = props;
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={title} alignsLeft onClose={onClose}>
      {children}
      <div className="mt-6 flex flex-col gap-3">
        <Button variant="danger" disabled={busy} onClick={onConfirm}>
          {Icon && <Icon className="size-5" aria-hidden="true" />}
          {busy ? busyVerb : verb}
        </Button>
        <Button ref={stay} variant="outlined" onClick={() => stay.current?.closest("dialog")?.close()}>
          {cancelLabel}
        </Button>
      </div>
    </Dialog>
  );
}
