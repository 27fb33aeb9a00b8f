import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { chunk } from "../../../ui/use-chunk.ts";
import { isStep, useDialogStep } from "../use-dialog-step.ts";
import type { Occasion } from "./occasion.ts";
import { sayNotOpened } from "./say-outcome.ts";
import type { Typed } from "./use-dialog-form.ts";

const dialog = chunk(() => import("./testimonial-dialog.tsx"));

/** Under this name the dialog is a step of the history. */
const STEP = "testimonial";

/** How long the fields of a closed dialog stay as they were. */
const RESET_AFTER_MS = 300;

type Props = { label: string; occasion: Occasion; className?: string };

/** The one red button, and the dialog it opens. The recorder's code is fetched when it is pressed. */
export function DialogButton({ label, occasion, className = "" }: Props) {
  const step = useDialogStep(STEP);
  /** Each opening is a visit of its own. */
  const [visit, setVisit] = useState(0);
  /** From its opening until its fields are reset. */
  const [mounted, setMounted] = useState(false);
  const [fetching, setFetching] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** What was typed when a step back closed it: that is easily done without meaning to. */
  const [typed, setTyped] = useState<Typed | null>(null);
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(reset.current), []);

  const press = async () => {
    if (fetching) return;
    setFetching(true);
    try {
      await dialog.fetch();
      // Whoever has left the page meanwhile is not brought back.
      if (button.current) step.push();
    } catch {
      sayNotOpened();
    } finally {
      setFetching(false);
    }
  };

  const show = useEffectEvent(() => {
    if (!isStep(STEP)) return;
    clearTimeout(reset.current);
    setVisit((before) => before + 1);
    setMounted(true);
  });
  const giveUp = useEffectEvent(() => {
    sayNotOpened();
    step.stepBack();
  });
  useEffect(() => {
    // After a reload, or a step forward, its code may have to be fetched.
    if (step.open)
      dialog.fetch().then(
        () => show(),
        () => giveUp(),
      );
  }, [step.open]);

  const closed = (left: Typed | null) => {
    setTyped(isStep(STEP) ? null : left);
    step.stepBack();
    // Opened by a reload, it has nothing that the browser could give the focus back to.
    if (document.activeElement === document.body) button.current?.focus();
    reset.current = setTimeout(() => setMounted(false), RESET_AFTER_MS);
  };

  const here = mounted ? dialog.here() : null;
  return (
    <>
      <Button
        ref={button}
        aria-busy={fetching}
        onClick={() => void press()}
        className={`min-h-16 text-lg ${className}`}
      >
        <span
          aria-hidden="true"
          className={`size-4 rounded-full bg-current ${fetching ? "animate-breathe" : ""}`}
        />
        {label}
      </Button>
      {here && (
        <here.TestimonialDialog
          key={visit}
          occasion={occasion}
          open={step.open}
          typed={typed}
          onClosed={closed}
        />
      )}
    </>
  );
}
