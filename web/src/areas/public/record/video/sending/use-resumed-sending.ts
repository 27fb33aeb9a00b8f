import { useEffect, useEffectEvent } from "react";
import type { Finishing } from "#media/finish/finishing.ts";
import type { Take } from "#media/take/take.ts";

/** Resumes the sending that the previous page's end interrupted, without another press of submit. */
export function useResumedSending(take: Take | null, finishing: Finishing | null, send: () => void): void {
  const resume = useEffectEvent(send);
  const resumes = take?.saved?.resumes === true && finishing !== null;
  useEffect(() => {
    if (resumes) resume();
  }, [resumes]);
}
