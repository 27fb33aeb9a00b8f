// Notices to a client about its credits and account.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientStatus } from "#api/generated/enums.ts";
import { creditState as stateAt, takesNoVideos } from "#areas/client/dashboard/credit-state.ts";
import { formatIsoDate } from "#lib/format.ts";

const client = (
  credits_remaining: number,
  status: ClientStatus = "active",
): Parameters<typeof stateAt>[0] => ({
  credits_remaining,
  counts_credits: true,
  status,
  next_reset_date: "2026-12-01",
  cancelled_at: null,
  suspended_by_plan: false,
});

const creditState = (of: Parameters<typeof stateAt>[0]) => stateAt(of, 2);

test("CLI10 from 2 credits down there is a warning with the number, an upgrade and a top-up; from 3 up there is none", () => {
  assert.equal(creditState(client(3)), null);
  assert.equal(stateAt(client(3), 3)?.tone, "warning", "the server says from where");
  for (const left of [2, 1]) {
    const state = creditState(client(left));
    assert.equal(state?.tone, "warning");
    assert.match(state?.title ?? "", new RegExp(`\\b${left}\\b`));
    assert.match(state?.text ?? "", /upgrade or a top-up/);
  }
});

test("CLI10 no credits is a blocked state that names 0, when they reset and what to do", () => {
  const state = creditState(client(0));
  assert.equal(state?.tone, "blocked");
  assert.match(state?.text ?? "", /\b0 credits\b.*01 Dec 2026.*upgrade or a top-up/);
  assert.match(state?.title ?? "", /is not taking videos/);
});

test("promises no credits of a month that a cancelled plan does not begin (BIL07 CLI10)", () => {
  const state = stateAt({ ...client(0), cancelled_at: 1 }, 2);
  assert.doesNotMatch(state?.text ?? "", /01 Dec 2026/);
});

test("does not announce a credit reset on a past day (BIL08 CLI10)", () => {
  assert.match(stateAt(client(0), 2, null, "2026-12-01")?.text ?? "", /01 Dec 2026/);
  assert.doesNotMatch(stateAt(client(0), 2, null, "2026-12-02")?.text ?? "", /01 Dec 2026/);
});

test("does not ask a former client for a payment that is no longer taken (BIL07 BIL11)", () => {
  const left = { ...client(9), cancelled_at: 1 };
  assert.equal(stateAt(left, 2, Date.parse("2026-12-08T12:00Z")), null);
  const suspended = stateAt({ ...left, status: "suspended", suspended_by_plan: true }, 2);
  assert.doesNotMatch(suspended?.text ?? "", /Pay, or/);
});

for (const status of ["pending_onboarding", "pending_invite", "suspended"] as const) {
  test(`SUB32 ${status} blocks whatever the credits are`, () => {
    const state = creditState(client(0, status));
    assert.equal(state?.tone, "blocked");
    assert.match(state?.text ?? "", /[Cc]ontact support/);
    assert.doesNotMatch(state?.text ?? "", /credits/);
  });
}

test("SUB21 SUB22 a page takes videos while its account is active and has a credit", () => {
  assert.equal(takesNoVideos(client(1)), false);
  assert.equal(takesNoVideos(client(0)), true);
  assert.equal(takesNoVideos(client(9, "suspended")), true);
});

test("CLI09 the reset date reads dd MMM yyyy", () => {
  assert.equal(formatIsoDate("2026-12-01"), "01 Dec 2026");
});

test("links an unpaid plan to its payment (BIL06 BIL11)", () => {
  const suspended = client(9, "suspended");
  assert.deepEqual(creditState({ ...suspended, suspended_by_plan: true })?.at, ["billing"]);
  assert.deepEqual(creditState(suspended)?.at, ["support"]);
});

test("after a failed payment shows the end of the grace period and links to the payment (BIL06)", () => {
  const end = Date.parse("2026-12-08T12:00Z");
  const grace = stateAt(client(1), 2, end);
  assert.deepEqual([grace?.tone, grace?.at], ["warning", ["billing"]]);
  assert.match(grace?.text ?? "", /until 08 Dec 2026/);
  assert.deepEqual(stateAt(client(1, "suspended"), 2, end)?.at, ["support"], "suspended by an admin");
});
