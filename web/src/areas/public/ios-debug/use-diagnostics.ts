import type { Diagnostics } from "./table-diagnostics.ts";
import type { Diagnosis } from "#media/generated/media.ts";
import { useEffect, useState } from "react";

const TIMEOUT_MS = 4000;

/** Loads the core, or the table if the core cannot run or is slow, as the recorder does. */
export function loadDiagnostics(): Promise<Diagnostics> {
  return Promise.race([fromCore(), tooLong()]).catch((error: unknown) => {
    if (typeof WebAssembly === "object") console.warn("going on without the media core:", error);
    return import("./table-diagnostics.ts").then((module) => module.tableDiagnostics);
  });
}

async function fromCore(): Promise<Diagnostics> {
  const core = await import("#media/core/rules.js");
  await core.default();
  return { source: "core", check: core.checkDevice, detect: core.detectDevice };
}

function tooLong(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("too late")), TIMEOUT_MS);
  });
}

export type Status = {
  diagnostics: Diagnostics;
  diagnosis: Diagnosis;
  userAgent: string;
  touchPoints: number;
  refreshedAt: Date;
};

const REFRESH_MS = 30_000;

/** Diagnoses this browser every 30 seconds; `undefined` until the first result. */
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
      // Rethrown while rendering, so that the screen boundary shows the error.
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
