import type { Waiting } from "#api/submission.ts";
import type { SubmitReply } from "#api/generated/public.ts";

/** The server said no, and why. */
export class UploadRefused extends Error {
  readonly status: number;
  readonly reply: SubmitReply;

  constructor(status: number, reply: SubmitReply) {
    super(`refused: ${status}`);
    this.status = status;
    this.reply = reply;
  }
}

export class UploadCancelled extends Error {}

/** This network lets no upload through, however it is sent. */
export class UploadBlocked extends Error {}

/** The device lets nobody read a chosen file any more, and has no copy of it. */
export class FileUnreadable extends Error {}

export type UploadReport = {
  percent: number;
  /** `null`: it waits for nothing. Whatever it waits for, it goes on by itself. */
  waiting: Waiting | null;
  /** At the speed so far; `null` while that is not known. */
  secondsLeft: number | null;
};
