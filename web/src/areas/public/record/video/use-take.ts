import { useCallback, useRef, useState } from "react";
import type { FormValues } from "#media/core-types.ts";
import type { Finished } from "#media/finish/finished.ts";
import { takeOfFile, type Take } from "#media/take/take.ts";
import type { Business } from "./recorder/recorder-state.ts";
import { toastTakeSize } from "./toasts.ts";
import { useFinishing } from "./sending/use-finishing.ts";

/** What was typed in an earlier visit, beside the take of that key. */
type Draft = { key: string; values: FormValues };

const toastFinishedSize = ({ blob }: Finished) => toastTakeSize(blob.size);

/** The take that is on the screen and its finishing. Another one takes its place; what is replaced is not kept. */
export function useTake(business: Business) {
  const [take, setTake] = useState<Take | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const { finishing, begin } = useFinishing(toastFinishedSize);

  const current = useRef<Take | null>(null);
  const changeTake = useCallback(
    (next: Take | null) => {
      current.current?.store.forget();
      current.current = next;
      setTake(next);
      begin(next);
      if (next?.saved?.form) setDraft({ key: next.key, values: next.saved.form });
    },
    [begin],
  );

  const settled = useRef(false);
  /** From the moment it is sent, and once it has arrived. */
  const settle = useCallback((now: boolean) => {
    settled.current = now;
  }, []);
  const chooseFile = (file: File, type: string) => {
    // One that was chosen just before submit: what is on its way, or has arrived, stays what is shown.
    if (!settled.current) changeTake(takeOfFile(file, type, business));
  };

  return { take, draft, finishing, changeTake, chooseFile, settle };
}
