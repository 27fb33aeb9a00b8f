import { useEffect, useState } from "react";
import type { Diagnosis } from "../../../media/generated/Diagnosis.ts";
import { type Diagnostics, loadDiagnostics } from "./diagnostics.ts";

export type Status = {
  diagnostics: Diagnostics;
  diagnosis: Diagnosis;
  userAgent: string;
  touchPoints: number;
  refreshedAt: Date;
};

const REFRESH_MS = 30_000;

/** What is known of this browser, looked up anew every 30 seconds; `undefined` until it is known at all. */
export function useStatus(): Status | undefined {
  const [status, setStatus] = useState<Status>();

  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const start = (diagnostics: Diagnostics) => {
      if (left) return;
      const refresh = () => setStatus(readStatus(diagnostics));
      refresh();
      timer = setInterval(refresh, REFRESH_MS);
    };
    const fail = (error: unknown) => {
      if (left) return;
      // Thrown while rendering, where the screen boundary says that the page did not load.
      setStatus(() => {
        throw error;
      });
    };
    loadDiagnostics().then(start).catch(fail);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, []);

  return status;
}

function readStatus(diagnostics: Diagnostics): Status {
  return {
    diagnostics,
    diagnosis: diagnostics.check(),
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    refreshedAt: new Date(),
  };
}
