import type { Waiting } from "#api/submission.ts";
import type { SubmitReply } from "#api/generated/public.ts";

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

/** A chosen file cannot be read any more, and there is no copy of it. */
export class FileUnreadable extends Error {}

export type UploadReport = {
  percent: number;
  /** Cause of a pause, which ends by itself; `null`: none. */
  waiting: Waiting | null;
  /** Estimated from the speed so far; `null` while unknown. */
  secondsLeft: number | null;
};
