import { useCallback, useRef, useState } from "react";
import type { FormValues } from "#media/core-types.ts";
import type { Finished } from "#media/finish/finished.ts";
import { takeOfFile, type Take } from "#media/take/take.ts";
import type { Business } from "./recorder/recorder-state.ts";
import { toastTakeSize } from "./toasts.ts";
import { useFinishing } from "./sending/use-finishing.ts";

/** Input of an earlier visit, and the key of its take. */
type Draft = { key: string; values: FormValues };

const toastFinishedSize = ({ blob }: Finished) => toastTakeSize(blob.size);

/** The current take and its finishing. A new take replaces it, and the old one is deleted. */
export function useTake(business: Business) {
  const [take, setTake] = useState<Take | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const { finishing, begin } = useFinishing(toastFinishedSize);

  const current = useRef<Take | null>(null);
  const changeTake = useCallback(
    (next: Take | null) => {
      current.current?.store.delete();
      current.current = next;
      setTake(next);
      begin(next);
      if (next?.saved?.form) setDraft({ key: next.key, values: next.saved.form });
    },
    [begin],
  );

  const locked = useRef(false);
  /** Set while it is being sent and after it was sent. */
  const setLocked = useCallback((now: boolean) => {
    locked.current = now;
  }, []);
  const chooseFile = (file: File, type: string) => {
    // A file chosen just before submit does not replace the take that is being sent or was sent.
    if (!locked.current) changeTake(takeOfFile(file, type, business));
  };

  return { take, draft, finishing, changeTake, chooseFile, setLocked };
}
