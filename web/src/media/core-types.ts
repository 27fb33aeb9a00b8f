import type { Field, FieldError, Plan } from "./generated/media.ts";

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
  picture: PictureRules | null;
};

/** What the core makes of the picture that a camera gives. */
export type PictureRules = {
  /**
   * What another request may mend in the picture of an open camera: 0 where it will do, and of two pictures the lower is
   * better. `doubtful`: the video announces sides that contradict its frame. `frameRate` 0: not announced.
   */
  faults: (
    portrait: boolean,
    linesAsked: number,
    width: number,
    height: number,
    doubtful: boolean,
    frameRate: number,
  ) => number;
  /** Whether the first picture is better than the one that was asked for instead, by their faults. */
  goesBack: (firstFaults: number, secondFaults: number) => boolean;
  /**
   * Whether the camera is asked smaller the next time, by a recording's shorter side and its frames a second;
   * `undefined`: as before. `largerRate`: of the larger recording that led to a smaller one; 0: none did.
   */
  asksSmaller: (lines: number, frameRate: number, largerRate: number) => boolean | undefined;
};

export type FieldErrors = Partial<Record<Field, string>>;
