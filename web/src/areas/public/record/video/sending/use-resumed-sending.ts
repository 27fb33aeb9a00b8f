import { useEffect, useEffectEvent } from "react";
import type { Finishing } from "#media/finish/finishing.ts";
import type { Take } from "#media/take/take.ts";

/** Sends what the page before this one was sending as it ended: submit was pressed, and is not waited for again. */
export function useResumedSending(take: Take | null, finishing: Finishing | null, send: () => void): void {
  const resume = useEffectEvent(send);
  const resumes = take?.saved?.resumes === true && finishing !== null;
  useEffect(() => {
    if (resumes) resume();
  }, [resumes]);
}
