import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { dropReferral, referralCode, rememberReferral, withReferral } from "#areas/public/referral.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 23);
const storage = new Map<string, string>();

/** A browser with storage, or one that refuses it. */
function browser(hasStorage: boolean) {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  const localStorage = {
    getItem: hasStorage ? (name: string) => storage.get(name) ?? null : refuse,
    setItem: hasStorage ? (name: string, value: string) => void storage.set(name, value) : refuse,
    removeItem: hasStorage ? (name: string) => void storage.delete(name) : refuse,
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
}

/** Module state outlives a test, so each test starts long after the one before. */
let now = NOW;
beforeEach(() => {
  storage.clear();
  browser(true);
  now += 1000 * DAY;
});

describe("BIL10 a partner's link is remembered", () => {
  test("for 90 days, to the millisecond", () => {
    rememberReferral("?ref=ANN10.%20", now);
    assert.equal(referralCode(now), "ANN10", "without the signs that a messenger added");
    assert.equal(referralCode(now + 90 * DAY - 1), "ANN10");
    assert.equal(referralCode(now + 90 * DAY), null);
    assert.equal(referralCode(now - 1), null, "a clock that was set back proves nothing");
  });

  test("the first partner wins until the 90 days are over", () => {
    rememberReferral("?ref=FIRST", now);
    rememberReferral("?ref=SECOND", now + 89 * DAY);
    assert.equal(referralCode(now + 89 * DAY), "FIRST");
    rememberReferral("?ref=SECOND", now + 90 * DAY);
    assert.equal(referralCode(now + 90 * DAY), "SECOND");
  });

  test("the next one touched counts where the first is no partner's (AFF13)", () => {
    for (const hasStorage of [true, false]) {
      browser(hasStorage);
      now += 1000 * DAY;
      rememberReferral("?ref=NOPE", now);
      rememberReferral("?ref=PAT10", now + DAY);
      rememberReferral("?ref=ANN10", now + 2 * DAY);
      assert.equal(referralCode(now + 2 * DAY), "NOPE", "nobody was asked yet");
      dropReferral("NOPE", now + 2 * DAY);
      assert.equal(referralCode(now + 2 * DAY), "PAT10");
      assert.equal(referralCode(now + 91 * DAY), "ANN10", "each holds for its own 90 days");
      dropReferral("ANN10", now + 91 * DAY);
      assert.equal(referralCode(now + 91 * DAY), "ANN10", "a lone code still goes to the payment page");
    }
  });

  test("no more than ten links, and that of an earlier build", () => {
    storage.set("sayso-referral", JSON.stringify({ code: "EARLIER", at: now }));
    for (let index = 0; index < 12; index++) rememberReferral(`?ref=C${index}`, now);
    const touches = JSON.parse(storage.get("sayso-referral") ?? "") as { code: string }[];
    assert.deepEqual(
      touches.map(({ code }) => code),
      ["EARLIER", ...Array.from({ length: 9 }, (_, index) => `C${index}`)],
    );
  });

  test("within the page where the browser keeps nothing", () => {
    browser(false);
    rememberReferral("?ref=FIRST", now);
    rememberReferral("?ref=SECOND", now);
    assert.equal(referralCode(now), "FIRST");
  });

  test("nothing but what the payment page takes as a reference", () => {
    for (const code of ["", "a b", "a%26b", "%3Cb%3E", "a".repeat(201), "é", "a.b", "a%0Ab"])
      rememberReferral(`?ref=${code}`, now);
    rememberReferral("?referrer=ANN10", now);
    assert.equal(referralCode(now), null);
    const longest = `${"a".repeat(197)}-_9`;
    rememberReferral(`?ref=${longest}`, now);
    assert.equal(referralCode(now), longest);
  });

  test("ignores a referral that was tampered with in the storage", () => {
    for (const value of ["", "null", "1", "{", '{"code":"a b","at":0}', `{"code":"A","at":"${now}"}`]) {
      storage.set("sayso-referral", value);
      assert.equal(referralCode(now), null, value);
    }
  });
});

test("BIL08 BIL10 HOM08 the code travels to the payment link as reference and promotion code; without one the link stays bare", () => {
  const link = "https://buy.stripe.com/14k?locale=en";
  assert.equal(withReferral(link, null), link);
  assert.equal(
    withReferral(link, "ANN-10_x"),
    `${link}&client_reference_id=ANN-10_x&prefilled_promo_code=ANN-10_x`,
  );
});
