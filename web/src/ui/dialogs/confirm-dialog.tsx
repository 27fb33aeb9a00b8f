import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "#ui/button.tsx";
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
  /** Of the confirming button. */
  variant?: ButtonVariant;
  busy: boolean;
  /** Something is still to be chosen. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog(props: Props) {
  const { title, children, icon: Icon, verb, busyVerb = verb, cancelLabel, variant = "danger" } = props;
  const { busy, disabled, onConfirm, onClose } = props;
  return (
    <Dialog title={title} alignsLeft onClose={onClose}>
      {children}
      <div className="mt-6 flex flex-col gap-3">
        <Button variant={variant} disabled={busy || disabled} onClick={onConfirm}>
          {Icon && <Icon className="size-5" aria-hidden="true" />}
          {busy ? busyVerb : verb}
        </Button>
        <Button variant="outlined" onClick={({ currentTarget }) => currentTarget.closest("dialog")?.close()}>
          {cancelLabel}
        </Button>
      </div>
    </Dialog>
  );
}
