import { once } from "#lib/once.ts";
import { pause } from "#lib/pause.ts";
import type { Core } from "./core-types.ts";

/** As long as anything waits for a part of the core. */
export const CORE_MS = 4000;

let arrived: Core | null = null;

/**
 * The core, fetched once. Where WebAssembly is missing, fails or takes too long to arrive, the same rules
 * come from the table that is generated from the same source, until it is there. Fails where neither arrives.
 */
export const loadCore = async (): Promise<Core> => arrived ?? coreInTime();

const coreInTime = once(() =>
  Promise.race([loadWasmCore(), tooLong()]).catch((error: unknown) => {
    // Expected where there is no WebAssembly (Lockdown Mode), a fault of ours anywhere else.
    if (typeof WebAssembly === "object") console.warn("going on without the media core:", error);
    return import("./fallback-core.ts").then((module) => module.fallbackCore);
  }),
);

/** The core itself, however long it takes. After a failure the next call asks for it again. */
export const loadWasmCore = once(async (): Promise<Core> => {
  const core = await import("./core/rules.js");
  await core.default();
  arrived = {
    plan: core.planForThisBrowser,
    validate: (form) =>
      core.validateSubmission(form.customerName, form.customerEmail, form.consentData, form.consentMarketing)
        .errors,
    picture: { faults: core.pictureFaults, goesBack: core.goesBack, asksSmaller: core.asksSmaller },
  };
  return arrived;
});

async function tooLong(): Promise<never> {
  await pause(CORE_MS);
  throw new Error("too late");
}
