import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  countIdleMonth,
  countSubmission,
  startCounting,
  type Counts,
} from "../support/doubles/workers/platform-costs.ts";
import type { Sayso } from "../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startCounting();
});
after(() => sayso.close());

function assertWithin(counts: Counts, most: Counts): void {
  for (const [operation, number] of Object.entries(most)) {
    const counted = counts[operation as keyof Counts];
    assert.ok(counted <= number, `${operation}: ${counted}, at most ${number}`);
  }
}

test("BUDGET a submission costs at most 3 requests, 45 statements, 90 rows read, 52 written, 3 and 5 operations of R2, 2 messages and a mail", async () => {
  const counts = await countSubmission(sayso);
  assert.ok(
    Object.values(counts).every((count) => count > 0),
    JSON.stringify(counts),
  );
  assertWithin(counts, {
    requests: 3,
    statements: 45,
    rowsRead: 90,
    rowsWritten: 52,
    classA: 3,
    classB: 5,
    queueMessages: 2,
    mails: 1,
  });
});

test("BUDGET a month without visitors costs no message and no mail, and reads each row some eight times a night", async () => {
  const counts = await countIdleMonth(sayso, 10_000);
  assert.ok(counts.rowsRead > 0);
  assertWithin(counts, {
    requests: 60_000,
    // One more each minute than before: objects to remove.
    statements: 1_945_000,
    rowsRead: 20_000_000,
    rowsWritten: 65_000,
    classA: 2_000,
    classB: 30,
    queueMessages: 0,
    mails: 0,
  });
});
