import { once } from "../api/once.ts";
import { pause } from "../api/pause.ts";
import { toolsOf, type MediaTools } from "./core-tools.ts";
import type { Field } from "./generated/Field.ts";
import type { FieldError } from "./generated/FieldError.ts";
import type { Plan } from "./generated/Plan.ts";

/** A submission form as it was filled in; named as on the wire. */
export type FormValues = {
  customerName: string;
  customerEmail: string;
  consentData: boolean;
  consentMarketing: boolean;
};

/** The rules of recording and of the form. */
export type Core = {
  /** With which camera, codec and bitrates this browser records; larger where it will finish what it records. */
  plan: (willFinish: boolean) => Plan;
  /** Every field that breaks a rule, in the order of the form. */
  validate: (values: FormValues) => FieldError[];
  /** `null` without WebAssembly. */
  tools: MediaTools | null;
};

export type FieldErrors = Partial<Record<Field, string>>;

const PATIENCE_MS = 4000;

/**
 * The core, fetched once. Where WebAssembly is missing, fails or takes too long to arrive, the same rules
 * come from the table that is generated from the same source. Fails where neither arrives.
 */
export const loadCore = once(() =>
  Promise.race([wasmCore(), tooLong()]).catch((error: unknown) => {
    // Expected where there is no WebAssembly (Lockdown Mode), a fault of ours anywhere else.
    if (typeof WebAssembly === "object") console.warn("going on without the media core:", error);
    return import("./fallback-core.ts").then((module) => module.fallbackCore);
  }),
);

/** What only WebAssembly can do; `null` where there is none, or where it does not arrive. */
export function loadTools(): Promise<MediaTools | null> {
  return loadCore().then(
    (core) => core.tools,
    () => null,
  );
}

async function wasmCore(): Promise<Core> {
  const core = await import("./core/media_wasm.js");
  await core.default();
  return {
    plan: core.planForThisBrowser,
    validate: (form) =>
      core.validateSubmission(form.customerName, form.customerEmail, form.consentData, form.consentMarketing)
        .errors,
    tools: toolsOf(core),
  };
}

async function tooLong(): Promise<never> {
  await pause(PATIENCE_MS);
  throw new Error("the core did not arrive in time");
}
