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
  /**
   * What is wrong with the picture of an open camera: 0 where it will do, and of two pictures the lower is to be kept.
   * `frameRate` 0: not announced.
   */
  pictureFaults: (
    portrait: boolean,
    linesAsked: number,
    width: number,
    height: number,
    frameRate: number,
  ) => number;
  /** Every field that breaks a rule, in the order of the form. */
  validate: (values: FormValues) => FieldError[];
  /** `null` without WebAssembly. */
  tools: MediaTools | null;
};

export type FieldErrors = Partial<Record<Field, string>>;
