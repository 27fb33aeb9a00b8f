import type { Device } from "../../../media/generated/Device.ts";
import type { Diagnosis } from "../../../media/generated/Diagnosis.ts";

/** What can be asked about this browser. */
export type Diagnostics = {
  /** Who answers: the media core, or the table generated from the same source. */
  source: "core" | "table";
  check: () => Diagnosis;
  detect: (userAgent: string, platform: string, maxTouchPoints: number) => Device;
};

const PATIENCE_MS = 4000;

/** As the recorder itself does: the core, and where it cannot run or does not arrive in time, the table. */
export function loadDiagnostics(): Promise<Diagnostics> {
  return Promise.race([fromCore(), tooLong()]).catch((error: unknown) => {
    if (typeof WebAssembly === "object") console.warn("going on without the media core:", error);
    return import("./table-diagnostics.ts").then((module) => module.tableDiagnostics);
  });
}

async function fromCore(): Promise<Diagnostics> {
  const core = await import("../../../media/core/media_wasm.js");
  await core.default();
  return { source: "core", check: core.checkDevice, detect: core.detectDevice };
}

function tooLong(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("the core did not arrive in time")), PATIENCE_MS);
  });
}
