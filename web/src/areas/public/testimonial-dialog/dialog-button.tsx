import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { chunk } from "../../../ui/use-chunk.ts";
import type { Occasion } from "./occasion.ts";
import { sayNotOpened } from "./say-outcome.ts";

const dialog = chunk(() => import("./testimonial-dialog.tsx"));

/** How long the fields of a closed dialog stay as they were. */
const RESET_AFTER_MS = 300;

type Props = { label: string; occasion: Occasion; className?: string };

/** The one red button, and the dialog it opens. The recorder's code is fetched when it is pressed. */
export function DialogButton({ label, occasion, className = "" }: Props) {
  /** Each opening is a visit of its own, with empty fields. */
  const [visit, setVisit] = useState(0);
  const [open, setOpen] = useState(false);
  const [fetching, setFetching] = useState(false);
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(reset.current), []);

  const press = async () => {
    if (fetching) return;
    setFetching(true);
    try {
      await dialog.fetch();
      clearTimeout(reset.current);
      setVisit((before) => before + 1);
      setOpen(true);
    } catch {
      sayNotOpened();
    } finally {
      setFetching(false);
    }
  };

  const here = open ? dialog.here() : null;
  return (
    <>
      <Button aria-busy={fetching} onClick={() => void press()} className={`min-h-16 text-lg ${className}`}>
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
          onClosed={() => {
            reset.current = setTimeout(() => setOpen(false), RESET_AFTER_MS);
          }}
        />
      )}
    </>
  );
}
