import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { isFocusLost } from "#lib/is-focus-lost.ts";
import { isBuildReplaced, reloadIfReplaced } from "#lib/replaced-build.ts";
import { lazyModule } from "#lib/use-lazy-module.ts";
import { isStep, useDialogStep } from "#lib/navigation/use-dialog-step.ts";
import type { DialogTarget } from "./dialog-target.ts";
import { NOT_OPENED, toastNotOpened } from "./toasts.ts";

const dialog = lazyModule(() => import("./testimonial-dialog.tsx"));

/** Name of the dialog's history step. */
const STEP = "testimonial";

/** How long the fields of a closed dialog stay as they were. */
const RESET_AFTER_MS = 300;

type Props = { label: string; target: DialogTarget; className?: string };

/** The one red button, and the dialog it opens. The recorder's code is fetched when it is pressed. */
export function DialogButton({ label, target, className = "" }: Props) {
  const step = useDialogStep(STEP);
  /** Incremented on each opening. */
  const [visit, setVisit] = useState(0);
  /** True from the opening until the fields are reset. */
  const [mounted, setMounted] = useState(false);
  const [fetching, setFetching] = useState(false);
  /** Opening failed, and no toast could be shown. */
  const [toastFailed, setToastFailed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(reset.current), []);

  const reportNotOpened = async () => setToastFailed(!(await toastNotOpened()));

  const press = async () => {
    if (fetching) return;
    setFetching(true);
    setToastFailed(false);
    try {
      await dialog.fetch();
      // If the page was left meanwhile, the dialog does not open.
      if (button.current) step.push();
    } catch {
      // If a new version has replaced the code, the page reloads with the dialog open.
      if (!(await isBuildReplaced())) await reportNotOpened();
      else if (button.current) step.push();
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
  const giveUp = useEffectEvent(async () => {
    if (await reloadIfReplaced()) return;
    step.stepBack();
    await reportNotOpened();
  });
  useEffect(() => {
    // After a reload or a forward navigation the code may have to be loaded first.
    if (step.open)
      dialog.fetch().then(
        () => show(),
        () => void giveUp(),
      );
  }, [step.open]);

  const closed = () => {
    step.stepBack();
    // After opening by a reload, the browser has no earlier focus to restore.
    if (isFocusLost()) button.current?.focus();
    reset.current = setTimeout(() => setMounted(false), RESET_AFTER_MS);
  };

  const module = mounted ? dialog.loaded() : null;
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
      {toastFailed && (
        <p role="alert" className="mt-2 font-semibold text-danger">
          {NOT_OPENED}
        </p>
      )}
      {module && <module.TestimonialDialog key={visit} target={target} open={step.open} onClosed={closed} />}
    </>
  );
}
