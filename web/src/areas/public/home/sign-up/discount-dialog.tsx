import { useLayoutEffect, useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { anchors } from "#areas/public/home/anchors.ts";
import { homeSettings } from "#areas/public/home/home-settings.ts";

// Kept on one line: browsers break after a hyphen.
const TITLE = (
  <span className="block text-3xl text-balance">
    Get Your <span className="whitespace-nowrap">Pre-Launch</span> Discount
  </span>
);

type Props = {
  onClose: () => void;
  /** Closed to go to the form. */
  onGo: () => void;
};

/** Points to the sign-up form further down the page. */
export function DiscountDialog({ onClose, onGo }: Props) {
  const goingToForm = useRef(false);
  const text = useRef<HTMLParagraphElement>(null);

  // If Back removed the open dialog, the focus would not return to its opener.
  useLayoutEffect(() => {
    const dialog = text.current?.closest("dialog");
    return () => dialog?.close();
  }, []);

  const closed = () => {
    if (!goingToForm.current) {
      onClose();
      return;
    }
    onGo();
    // After the browser has restored the focus to the opener.
    requestAnimationFrame(goToForm);
  };

  return (
    <Dialog title={TITLE} onClose={closed}>
      <p ref={text} className="text-center text-muted">
        {homeSettings.launch_discount}, on either plan. Leave your name and email, and we send you the code.
      </p>
      <div className="mt-6 flex flex-col gap-2">
        <Button
          onClick={(event) => {
            goingToForm.current = true;
            close(event);
          }}
        >
          Go to Signup Form
        </Button>
        <Button variant="quiet" onClick={close}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

function close(event: { currentTarget: HTMLElement }): void {
  event.currentTarget.closest("dialog")?.close();
}

function goToForm(): void {
  const form = document.getElementById(anchors.signUp);
  form?.scrollIntoView();
  form?.querySelector("input")?.focus({ preventScroll: true });
}
