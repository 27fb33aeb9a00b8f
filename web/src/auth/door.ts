import type { Area } from "../api/generated/Area.ts";

/** A toast's title and text. */
export type Words = readonly [title: string, text: string] | readonly [title: string];

/** What is particular to one of the three login pages: its area, its rules and its words. */
export type Door = {
  area: Area;
  /** The heading of the form. */
  name: string;
  /** What stands large beside it. */
  greeting: string;
  welcome: string;
  login: {
    /** The toast's title; the text says why. */
    failed: string;
    /** For somebody whose password is right and who has no business here. */
    noRole: Words | null;
  };
  reset: {
    blank: Words;
    sent: Words;
    failed: string;
    send: (email: string) => Promise<unknown>;
  };
  password: PasswordWords & { set: Words; failed: string };
};

/** What is said of a new password before the server is asked. */
export type PasswordWords = { differ: Words; short: Words };
