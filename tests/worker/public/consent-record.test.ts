// Consents of customers: versions, asking again, the signed record, and recognising a video.
import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { ConsentDocument, SignedConsent } from "#api/generated/client.ts";
import type { FilmConsents } from "#api/generated/public.ts";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import {
  about,
  detailOf,
  own,
  press,
  publicPath,
  publicStatuses,
  publish,
  withTestimonial,
  type Owner,
} from "../../support/people/owner/testimonials.ts";
import { sha256 } from "../../support/people/owner/users.ts";
import { mailTo, startWorker, type Sayso } from "../../support/runtime/worker.ts";

const WEEK_MS = 7 * 86_400_000;
const OLDER = { consentVersion: "2026-11" };
const NEWER = { consentVersion: "2026-12" };
const EXPLANATION =
  "This includes that software may transcribe, caption, translate and shorten my video and cut it to other formats, without changing what I said.";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const ask = (owner: Owner) => about(sayso, owner, "POST", "/consent/ask");
const page = async ({ id }: Owner) => (await sayso.fetch(own(id))).text();
const requests = (owner: Owner) =>
  sayso.rows("SELECT * FROM consent_requests WHERE submission_id = ? ORDER BY asked_at", owner.id);
const mailsTo = async (address: string, template: string) =>
  sayso.rows("SELECT 1 FROM emails WHERE recipient = ? AND template = ?", address, template);

describe("the consent", () => {
  test("is recorded in the version that was shown, and permits what that says (CNS01)", async () => {
    const client = await addClient(sayso);
    const html = await (await sayso.fetch(`/record/${client.custom_slug}/video`)).text();
    assert.ok(html.includes(`<p>${EXPLANATION}</p>`));
    assert.ok(html.includes('name="consentVersion" value="2026-12"'));
    for (const [fields, version, explanation, permitsEditing] of [
      [NEWER, "2026-12", EXPLANATION, true],
      [OLDER, "2026-11", null, false],
      // Of a form that does not say what it showed.
      [{}, "2026-11", null, false],
    ] as const) {
      const owner = await withTestimonial(sayso, fields, { company_name: "Corner" });
      const { consent } = await detailOf(sayso, owner);
      assert.deepEqual(
        [consent.text_version, consent.texts?.explanation, consent.permits_editing, consent.may_ask_from],
        [version, explanation, permitsEditing, permitsEditing ? null : 0],
      );
      assert.match(consent.texts?.marketing ?? "", /^I agree that Corner may use my testimonial/);
      assert.deepEqual(await publish(sayso, owner), { changed: 1, left: 0 });
    }
  });

  test("is asked for again by one mail a week; the customer agrees by POST, and the first consent stays (CNS06)", async () => {
    const owner = await withTestimonial(sayso, OLDER, { company_name: "Corner" });
    assert.doesNotMatch(await page(owner), /A question for you/);
    const answers = await Promise.all([ask(owner), ask(owner)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const repeated = await ask(owner);
    assert.equal(repeated.status, 409);
    assert.match(await repeated.text(), /You can ask again on .*asked_already/);
    const mail = await mailTo(sayso, owner.email);
    assert.equal(mail.subject, "Corner asks you about your testimonial");
    assert.ok(mail.text.includes(EXPLANATION) && mail.text.includes(`https://sayso.test${own(owner.id)}`));
    assert.equal((await mailsTo(owner.email, "consent_requested")).length, 1);

    // A week without an answer.
    await sayso.change("UPDATE consent_requests SET asked_at = asked_at - ?", WEEK_MS);
    assert.equal((await ask(owner)).status, 200);
    const agree = own(owner.id, "/agree/2026-12");
    assert.match(
      await page(owner),
      /A question for you<\/h2><p class="space-below">Corner asks whether you also agree/,
    );
    // A program that follows links.
    assert.equal((await sayso.fetch(agree)).status, 404);
    // Of a page that was loaded before the texts changed.
    assert.equal((await press(sayso, own(owner.id, "/agree/2026-11"))).status, 303);
    assert.ok((await requests(owner)).every((one) => one.agreed_at === null));
    for (const { status } of await Promise.all([press(sayso, agree), press(sayso, agree)]))
      assert.equal(status, 303);
    assert.equal((await press(sayso, agree)).status, 303);
    const rows = await requests(owner);
    assert.deepEqual(
      rows.map((row) => [row.text_version, row.business]),
      [
        [null, null],
        ["2026-12", "Corner"],
      ],
    );
    assert.doesNotMatch(await page(owner), /A question for you/);

    const { consent } = await detailOf(sayso, owner);
    assert.deepEqual(
      [consent.text_version, consent.permits_editing, consent.may_ask_from, consent.requests.length],
      ["2026-11", true, null, 2],
    );
    assert.equal(consent.requests[1]?.answer?.texts?.explanation, EXPLANATION);
    assert.equal((await ask(owner)).status, 409);
    const logged = await sayso.rows(
      "SELECT action, actor_id IS NULL AS by_customer FROM audit_log WHERE subject = ? AND action LIKE 'consent.%' ORDER BY at, action DESC",
      owner.client.id,
    );
    assert.deepEqual(
      logged.map((line) => `${line.action} ${line.by_customer}`),
      ["consent.ask 0", "consent.ask 0", "consent.agree 1"],
    );
  });

  test("is not asked for after a withdrawal, and a withdrawn customer cannot agree (CNS04 CNS06)", async () => {
    const owner = await withTestimonial(sayso, OLDER);
    assert.equal((await ask(owner)).status, 200);
    await press(sayso, own(owner.id, "/withdraw"));
    await press(sayso, own(owner.id, "/agree/2026-12"));
    assert.deepEqual(
      (await requests(owner)).map((one) => one.agreed_at),
      [null],
    );
    const refused = await ask(owner);
    assert.match(await refused.text(), /nothing_to_ask/);
    const { submission, withdrawn_at: withdrawnAt } = await detailOf(sayso, owner);
    assert.equal(submission.publication, "withdrawn");
    assert.ok(withdrawnAt);
    const mail = await mailTo(sayso, owner.client.email);
    const told = [mail, ...(await sayso.mails())].find(({ subject }) => subject.includes("has withdrawn"));
    for (const left of [
      "Take it down wherever else you have posted it",
      "Do not use the copy in your folder",
    ])
      assert.ok(told?.text.includes(left), left);
  });

  test("leaves nothing behind when everything is erased (INV51)", async () => {
    const owner = await withTestimonial(sayso, OLDER);
    await ask(owner);
    await press(sayso, own(owner.id, "/mail"));
    assert.equal((await press(sayso, own(owner.id, "/erase"))).status, 200);
    assert.deepEqual(await requests(owner), []);
    assert.deepEqual(await sayso.rows("SELECT 1 FROM emails WHERE recipient = ?", owner.email), []);
  });
});

test("the private link is mailed to its customer's own address, once a day and by POST only (CNS02)", async () => {
  const owner = await withTestimonial(sayso, NEWER);
  const mail = own(owner.id, "/mail");
  assert.equal((await sayso.fetch(mail)).status, 404);
  for (const { status } of await Promise.all([press(sayso, mail), press(sayso, mail)]))
    assert.equal(status, 303);
  const { text } = await mailTo(sayso, owner.email);
  assert.ok(text.includes(`https://sayso.test${own(owner.id)}`));
  assert.equal((await mailsTo(owner.email, "own_page")).length, 1);
  assert.match(await page(owner), /We have sent it to [^ ]+ today\./);
  assert.equal((await press(sayso, mail.replace(/signature=\w/, "signature=x"))).status, 404);
});

describe("the consent record", () => {
  /** Verifies a record with the published keys alone, as anybody can. */
  async function verified({ payload, protected: head, signature }: SignedConsent) {
    const { keys } = (await (await sayso.fetch("/.well-known/jwks.json")).json()) as { keys: any[] };
    const { alg, kid } = JSON.parse(Buffer.from(head, "base64url").toString());
    assert.equal(alg, "EdDSA");
    const key = createPublicKey({ key: keys.find((one) => one.kid === kid), format: "jwk" });
    const isRight = verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, "base64url"));
    return { isRight, document: JSON.parse(Buffer.from(payload, "base64url").toString()) as ConsentDocument };
  }

  test("is signed, and the same for business and customer: words, times and the video's hash (CNS07)", async () => {
    const owner = await withTestimonial(sayso, OLDER, { company_name: "Κόρνερ" });
    await publish(sayso, owner);
    const hash = sha256(await (await sayso.fetch(`${await publicPath(sayso, owner)}/film`)).bytes());
    await ask(owner);
    await press(sayso, own(owner.id, "/agree/2026-12"));
    const signed = (await (await about(sayso, owner, "GET", "/consent")).json()) as SignedConsent;
    const { isRight, document } = await verified(signed);
    assert.ok(isRight);
    assert.deepEqual(
      [document.issuer, document.business, document.customer_email, document.language, document.withdrawn_at],
      ["https://sayso.test", "Κόρνερ", owner.email, "en-GB", null],
    );
    assert.deepEqual(
      [document.film.accepted_sha256, document.film.published_sha256, document.asked_at.length],
      [hash, hash, 1],
    );
    assert.deepEqual(
      document.consents.map(({ version, words }) => [version, words?.length]),
      [
        ["2026-11", 2],
        ["2026-12", 3],
      ],
    );
    assert.equal(document.consents[1]?.words?.[2], EXPLANATION);
    await sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", owner.client.id);
    const paused = await verified(
      (await (await sayso.fetch(own(owner.id, "/consent.json"))).json()) as SignedConsent,
    );
    assert.deepEqual(
      [paused.document.film.published_sha256, paused.document.film.published_at],
      [null, null],
    );
    assert.match(await page(owner), /It is published, but not public at the moment/);
    await sayso.change("UPDATE clients SET status = 'active' WHERE id = ?", owner.client.id);
    const payload = Buffer.from(JSON.stringify({ ...document, business: "Other" })).toString("base64url");
    assert.equal((await verified({ ...signed, payload })).isRight, false);

    await press(sayso, own(owner.id, "/withdraw"));
    const file = await sayso.fetch(own(owner.id, "/consent.json"));
    assert.match(file.headers.get("content-disposition") ?? "", /attachment; filename="consent-record.json"/);
    const later = await verified((await file.json()) as SignedConsent);
    assert.ok(later.isRight);
    assert.match(later.document.withdrawn_at ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual(
      [later.document.film.accepted_sha256, later.document.film.published_sha256],
      [hash, null],
    );
    assert.deepEqual(later.document.consents, document.consents);
  });
});

describe("a video", () => {
  let household = 0;
  const from = () => ({ "cf-connecting-ip": `203.0.113.${(household += 1)}` });
  const question = (hash: string, headers: Record<string, string>) =>
    sayso.fetch("/api/public/films", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ sha256: hash }),
    });
  const answerTo = async (hash: string) => {
    const answer = await question(hash, from());
    const text = await answer.text();
    return { text, ...(JSON.parse(text) as FilmConsents) };
  };

  test("is recognised by its hash: the consent stands, was withdrawn, or is not known; nobody is named (CNS07)", async () => {
    const client = await addClient(sayso, { company_name: "Hash Corner" });
    const bytes = Uint8Array.from([...(await video()), 0]);
    const hash = sha256(bytes);
    assert.deepEqual((await answerTo(hash)).consents, []);
    const { status } = await submit(
      sayso,
      form({ ...goodFields(client.id), customerName: "Una Named" }, bytes),
    );
    assert.equal(status, 200);
    const row = await sayso.row("SELECT id, sha256 FROM submissions WHERE client_id = ?", client.id);
    const known = row?.sha256 as string;
    assert.equal(known, hash);
    const { consents, text } = await answerTo(known.toUpperCase());
    assert.deepEqual(
      consents.map(({ business, withdrawn_at: withdrawnAt }) => [business, withdrawnAt]),
      [["Hash Corner", null]],
    );
    assert.doesNotMatch(text, /Una|example\.com/);
    await press(sayso, own(row?.id as string, "/withdraw"));
    assert.ok((await answerTo(known)).consents[0]?.withdrawn_at);
    await press(sayso, own(row?.id as string, "/erase"));
    assert.deepEqual((await answerTo(known)).consents, []);
  });

  test("is asked about with a hash only, sixty times an hour from one household (CNS07)", async () => {
    const one = from();
    assert.equal((await question("not a hash", one)).status, 400);
    for (let asked = 0; asked < 60; asked += 1)
      assert.equal((await question("0".repeat(64), one)).status, 200);
    const refused = await question("0".repeat(64), one);
    assert.equal(refused.status, 429);
    assert.ok(refused.headers.get("retry-after"));
    assert.equal((await question("0".repeat(64), from())).status, 200);
  });
});

test("a withdrawal is repeated on a restored back-up that does not know of it, at its own time and without a mail (CNS04)", async () => {
  const owner = await withTestimonial(sayso, NEWER);
  await publish(sayso, owner);
  const path = await publicPath(sayso, owner);
  const earlier = await sayso.row("SELECT * FROM submissions WHERE id = ?", owner.id);
  await press(sayso, own(owner.id, "/withdraw"));
  const withdrawal = async () =>
    (await sayso.row("SELECT withdrawn_at AS at FROM consents WHERE submission_id = ?", owner.id))
      ?.at as number;
  const at = await withdrawal();
  await sayso.schedule(new Date());
  const keys = await sayso.keys("erasures/");
  const listed = await Promise.all(keys.map(async (key) => (await sayso.media.get(key)).text()));
  assert.ok(listed.join().includes(`"kind":"withdrawal","subject_id":"${owner.id}","noted_at":${at}`));

  // The back-up of the night before.
  await sayso.change("UPDATE consents SET withdrawn_at = NULL WHERE submission_id = ?", owner.id);
  await sayso.change("DELETE FROM ended_publications WHERE public_id = ?", earlier?.public_id);
  await sayso.change(
    "UPDATE submissions SET publication = 'public', public_id = ?, public_copy = ?, published_at = ? WHERE id = ?",
    earlier?.public_id,
    earlier?.public_copy,
    earlier?.published_at,
    owner.id,
  );
  await sayso.change(
    "UPDATE erasure_notes SET status = 'to-repeat' WHERE kind = 'withdrawal' AND subject_id = ?",
    owner.id,
  );
  const mails = await mailsTo(owner.client.email, "consent_withdrawn");
  await sayso.schedule(new Date());
  assert.equal(await withdrawal(), at);
  assert.deepEqual(new Set(await publicStatuses(sayso, path)), new Set([410]));
  assert.equal((await mailsTo(owner.client.email, "consent_withdrawn")).length, mails.length);
  const note = await sayso.row("SELECT status FROM erasure_notes WHERE subject_id = ?", owner.id);
  assert.equal(note?.status, "listed");
});
