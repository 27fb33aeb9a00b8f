import { useCallback, useEffect, useRef, useState } from "react";
import type { Finished } from "#media/finish/finished.ts";
import { Finishing } from "#media/finish/finishing.ts";
import type { Take } from "#media/take/take.ts";

export type FinishingState = {
  /** The work itself; `null` without a take. */
  work: Finishing | null;
  /** 0 to 1. */
  share: number;
  /** The file to send, once decided. */
  finished: Finished | null;
};

const NOTHING: FinishingState = { work: null, share: 0, finished: null };

/** Finishes one take at a time: `begin` aborts the work on the previous one. */
export function useFinishing(onFinished: (finished: Finished) => void) {
  const [state, setState] = useState(NOTHING);
  const current = useRef<Finishing | null>(null);

  const begin = useCallback(
    (take: Take | null) => {
      current.current?.abandon();
      const setIfCurrent = (now: FinishingState) => {
        if (current.current === now.work) setState(now);
      };
      const work = take && new Finishing(take, (share) => setIfCurrent({ work, share, finished: null }));
      current.current = work;
      setState({ ...NOTHING, work });
      const wait = async () => {
        const finished = await work?.done;
        if (!finished || current.current !== work) return;
        setIfCurrent({ work, share: 1, finished });
        onFinished(finished);
      };
      // Abandoned work rejects; the error does not matter.
      wait().catch(() => undefined);
    },
    [onFinished],
  );
  useEffect(() => () => current.current?.abandon(), []);

  return { finishing: state, begin };
}
