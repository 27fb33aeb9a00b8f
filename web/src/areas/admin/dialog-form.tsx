import type { ReactNode, Ref } from "react";
import { Button, type ButtonVariant } from "#ui/button.tsx";

type Props = {
  ref?: Ref<HTMLFormElement>;
  verb: string;
  /** Replaces `verb` while the request is under way. */
  busyVerb: string;
  variant?: ButtonVariant;
  cancelLabel?: string;
  busy: boolean;
  /** A required field is empty. */
  disabled?: boolean;
  onSubmit: () => void;
  children: ReactNode;
};

/** The form of a dialog: fields, and buttons that submit it or close the dialog. */
export function DialogForm(props: Props) {
  const {
    ref,
    verb,
    busyVerb,
    variant = "signal",
    cancelLabel = "Cancel",
    busy,
    disabled,
    onSubmit,
    children,
  } = props;
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
      className="mt-5 flex flex-col gap-2"
    >
      {children}
      <div className="mt-4 flex flex-col gap-3">
        <Button type="submit" variant={variant} disabled={busy || disabled}>
          {busy ? busyVerb : verb}
        </Button>
        <Button variant="outlined" onClick={({ currentTarget }) => currentTarget.closest("dialog")?.close()}>
          {cancelLabel}
        </Button>
      </div>
    </form>
  );
}
