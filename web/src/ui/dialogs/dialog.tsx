import { useEffect, useId, useRef, type ReactNode } from "react";
import { loadedToaster } from "#ui/toasts/toast.ts";
import { useToastsInside } from "#ui/toasts/use-toasts-inside.ts";

type Props = {
  title: ReactNode;
  /** Called once for every way of closing: the buttons inside, Escape, the back gesture. */
  onClose: () => void;
  /** Closes open toasts: the user has moved on, and the title shows the new subject. */
  dismissesToasts?: boolean;
  /** Begins the title at the left, as the text beneath it does; else it is centred. */
  alignsLeft?: boolean;
  children: ReactNode;
};

/** A modal `<dialog>`: open for as long as it is mounted; the browser keeps the focus inside. */
export function Dialog({ title, onClose, dismissesToasts = false, alignsLeft = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    if (dismissesToasts) loadedToaster()?.dismissAll();
  }, [dismissesToasts]);
  useToastsInside(dialog);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(27rem,calc(100vw-2rem))] animate-rise rounded-card bg-surface p-7 text-ink shadow-float outline-none"
    >
      <h2 id={titleId} tabIndex={-1} className={`mb-2 text-4xl ${alignsLeft ? "" : "text-center"}`}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
