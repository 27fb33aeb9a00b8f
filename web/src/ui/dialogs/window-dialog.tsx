import { X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { useToastsInside } from "#ui/toasts/use-toasts-inside.ts";

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Closes only by the buttons inside: its content is shown once. */
  firm?: boolean;
};

/** A large modal `<dialog>` for looking at one thing: the whole screen on a phone, a wide card elsewhere. */
export function WindowDialog({ title, onClose, children, firm = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    // Chrome closes on a second Escape even if `cancel` is prevented; it does honour this.
    if (firm) element?.setAttribute("closedby", "none");
    if (element && !element.open) element.showModal();
  }, [firm]);
  useToastsInside(dialog);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => firm && event.preventDefault()}
      className="m-0 h-dvh max-h-none w-screen max-w-none animate-rise overflow-y-auto bg-surface text-ink outline-none sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-3rem)] sm:w-[min(60rem,calc(100vw-3rem))] sm:rounded-card sm:shadow-float"
    >
      <div className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-hairline bg-surface py-3 pr-3 pl-5 sm:pl-6">
        <h2 id={titleId} tabIndex={-1} className="min-w-0 py-2 text-2xl wrap-anywhere">
          {title}
        </h2>
        {!firm && (
          <button
            type="button"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
          >
            <X className="size-6" aria-hidden="true" />
          </button>
        )}
      </div>
      {children}
    </dialog>
  );
}
