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
   * The camera, codec and bitrates to record with. Larger if the recording will be finished here, unless `smaller`: a
   * larger one proved too slow.
   */
  plan: (willFinish: boolean, smaller: boolean) => Plan;
  /** Every field that breaks a rule, in the order of the form. */
  validate: (values: FormValues) => FieldError[];
  /** `null` without WebAssembly. */
  picture: PictureRules | null;
};

/** The core's rules for camera pictures. */
export type PictureRules = {
  /**
   * Scores the faults of an open camera's picture that another request may fix: 0 is fine, lower is better. `doubtful`:
   * the video announces a size that contradicts its frame. `frameRate` 0: not announced.
   */
  faults: (
    portrait: boolean,
    linesAsked: number,
    width: number,
    height: number,
    doubtful: boolean,
    frameRate: number,
  ) => number;
  /** Whether the first picture is better than the second, by their faults. */
  goesBack: (firstFaults: number, secondFaults: number) => boolean;
  /**
   * Whether to request a smaller picture next time, by a recording's shorter side and frames per second; `undefined`:
   * no change. `largerRate`: frame rate of the larger recording that led to a smaller one; 0: none did.
   */
  asksSmaller: (lines: number, frameRate: number, largerRate: number) => boolean | undefined;
};

export type FieldErrors = Partial<Record<Field, string>>;
