import { once } from "#lib/once.ts";
import { pause } from "#lib/pause.ts";
import type { Core } from "./core-types.ts";

/** Time limit for loading a part of the core. */
export const CORE_MS = 4000;

let arrived: Core | null = null;

/**
 * Loads the core once. If WebAssembly is missing, fails or is slow, the same rules come from a table generated from the
 * same source, until it has loaded. Fails if neither loads.
 */
export const loadCore = async (): Promise<Core> => arrived ?? coreInTime();

const coreInTime = once(() =>
  Promise.race([loadWasmCore(), tooLong()]).catch((error: unknown) => {
    // Expected without WebAssembly (Lockdown Mode), otherwise a bug of ours.
    if (typeof WebAssembly === "object") console.warn("going on without the media core:", error);
    return import("./fallback-core.ts").then((module) => module.fallbackCore);
  }),
);

/** The core itself, however long it takes to load. After a failure the next call retries. */
export const loadWasmCore = once(async (): Promise<Core> => {
  const core = await import("./core/rules.js");
  await core.default();
  arrived = {
    plan: core.planForThisBrowser,
    validate: (form) =>
      core.validateSubmission(
        form.customerName.normalize(),
        form.customerEmail,
        form.consentData,
        form.consentMarketing,
      ).errors,
    picture: { faults: core.pictureFaults, goesBack: core.goesBack, asksSmaller: core.asksSmaller },
  };
  return arrived;
});

async function tooLong(): Promise<never> {
  await pause(CORE_MS);
  throw new Error("too late");
}
