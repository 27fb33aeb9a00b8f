import { X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { isComposing } from "#lib/is-composing.ts";
import { useToastsInside } from "#ui/toasts/use-toasts-inside.ts";

type Props = {
  title: string;
  /** Room for the camera beside the form; or just a card with a few words. */
  size: "studio" | "card";
  /** Set to false to close the dialog. */
  open: boolean;
  /** The user wants to close it: call `close` now, or after a confirmation. */
  onAsk: (close: () => void) => void;
  onClosed: () => void;
  children: ReactNode;
};

const sizes = {
  studio:
    "sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-2rem)] sm:w-[min(40rem,calc(100vw-3rem))] sm:rounded-card sm:border sm:border-hairline sm:shadow-float lg:w-[min(70rem,calc(100vw-3rem))]",
  card: "sm:m-auto sm:h-fit sm:w-[min(30rem,calc(100vw-3rem))] sm:rounded-card sm:border sm:border-hairline sm:shadow-float",
};

/** The modal `<dialog>` around the recorder: the whole screen on a phone, a card in the middle elsewhere. */
export function RecordingWindow({ title, size, open, onAsk, onClosed, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    // Neither a key nor a gesture closes it directly, since something may be lost. And Chrome closes on a second Escape
    // even if `cancel` is prevented; with this a phone's back button is an ordinary history step.
    element?.setAttribute("closedby", "none");
    if (element && !element.open) element.showModal();
  }, []);
  useToastsInside(dialog);
  useLayoutEffect(() => {
    if (!open) dialog.current?.close();
  }, [open]);

  // Deferred: the confirmation must be gone first, or the focus cannot return to the opener.
  const close = () => void setTimeout(() => dialog.current?.close());
  const askOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // A dialog in front of it, such as the question, hears the key itself.
    const isOurs = event.key === "Escape" && !isComposing(event);
    if (!isOurs || [...document.querySelectorAll("dialog:modal")].at(-1) !== dialog.current) return;
    event.preventDefault();
    onAsk(close);
  });
  useEffect(() => {
    // On the window: after a click beside the fields nothing is focused, and the dialog receives no key events.
    const hear = (event: KeyboardEvent) => askOnEscape(event);
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClosed}
      onCancel={(event) => {
        // A cancelled file picker fires `cancel` too, and it bubbles.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onAsk(close);
      }}
      className={`m-0 h-dvh max-h-none w-screen max-w-none animate-rise overflow-y-auto overscroll-contain bg-paper text-ink outline-none ${sizes[size]}`}
    >
      <div className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-hairline bg-paper py-2 pr-3 pl-4 sm:pl-6">
        {/* A new title counts as a new screen. */}
        <h2
          key={title}
          ref={takeFocus}
          id={titleId}
          tabIndex={-1}
          className="min-w-0 py-2 text-2xl wrap-anywhere"
        >
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => onAsk(close)}
          className="grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-sunken"
        >
          <X className="size-6" aria-hidden="true" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus();
