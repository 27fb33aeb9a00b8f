import type { Field } from "./generated/Field.ts";
import type { FieldError } from "./generated/FieldError.ts";
import type { Plan } from "./generated/Plan.ts";
import type { MediaTools } from "./media-tools.ts";

/** A submission form as it was filled in; named as on the wire. */
export type FormValues = {
  customerName: string;
  customerEmail: string;
  consentData: boolean;
  consentMarketing: boolean;
};

/** The rules of recording and of the form. */
export type Core = {
  /**
   * With which camera, codec and bitrates this browser records; larger where it will finish what it records, unless a
   * larger recording proved too slow.
   */
  plan: (willFinish: boolean, smaller: boolean) => Plan;
  /** Every field that breaks a rule, in the order of the form. */
  validate: (values: FormValues) => FieldError[];
  /** `null` without WebAssembly. */
  tools: MediaTools | null;
};

export type FieldErrors = Partial<Record<Field, string>>;
