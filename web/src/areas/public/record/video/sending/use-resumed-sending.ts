import { useEffect, useEffectEvent } from "react";
import type { Finishing } from "#media/finish/finishing.ts";
import type { Take } from "#media/take/take.ts";

/** Resumes a submission that a reload or crash interrupted, without asking again. */
export function useResumedSending(take: Take | null, finishing: Finishing | null, send: () => void): void {
  const resume = useEffectEvent(send);
  const resumes = take?.saved?.resumes === true && finishing !== null;
  useEffect(() => {
    if (resumes) resume();
  }, [resumes]);
}
