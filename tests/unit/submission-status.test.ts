// How a submission's status is shown to its business.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HoldReason, SubmissionStatus } from "#api/generated/enums.ts";
import { anyUnderway, stateDisplay, statusDisplay } from "#areas/client/submissions/submission-status.ts";

for (const [status, text, tone] of [
  ["processed", "Processed", "success"],
  ["PROCESSED", "Processed", "success"],
  ["pending", "Pending", "outline"],
  ["Pending", "Pending", "outline"],
  ["failed", "Failed", "danger"],
  ["FAILED", "Failed", "danger"],
] as const) {
  test(`CLI14 ${status} is shown as ${text}`, () => {
    assert.deepEqual(statusDisplay(status), { text, tone, hint: null });
  });
}

test("CLI14 any other value is shown as its raw text, with a plain word where we have one", () => {
  assert.equal(statusDisplay("awaiting_drive_upload").text, "awaiting_drive_upload");
  assert.match(statusDisplay("awaiting_drive_upload").hint ?? "", /on its way/i);
  assert.deepEqual(statusDisplay("drive_upload_failed"), {
    text: "Waiting to be delivered",
    tone: "warning",
    hint: "It is safe with us, and you can watch it here.",
  });
  assert.deepEqual(statusDisplay("Something Else"), { text: "Something Else", tone: "outline", hint: null });
  assert.deepEqual(statusDisplay("constructor").text, "constructor");
});

test("CLI14 only what is on its way is worth another look", () => {
  const line = (status: string, hold: HoldReason | null = null) => ({
    status: status as SubmissionStatus,
    hold,
    publication: null,
  });
  assert.equal(anyUnderway([line("processed"), line("AWAITING_drive_upload")]), true);
  assert.equal(anyUnderway([line("processed"), line("failed")]), false);
  assert.equal(anyUnderway([line("pending", "everything")]), false);
  assert.equal(anyUnderway([{ ...line("processed"), publication: "copying" }]), true);
  assert.equal(anyUnderway(undefined), false);
});

test("a held submission shows its reason, whatever its status (SUB42)", () => {
  const shown = (hold: HoldReason) => stateDisplay({ status: "pending", hold, video_deleted_at: null });
  assert.deepEqual(
    [shown("unusual-traffic").text, shown("everything").text],
    ["Held: unusual traffic", "Held: you review first"],
  );
  assert.match(shown("everything").hint ?? "", /no credit/);
});
