// Search over everything: why a video did not arrive, and the history of those that did.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { SearchResults, Timeline } from "#api/generated/operations.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { create, terminate, uploadIdOf } from "../../support/people/customer/tus.ts";
import {
  addClient,
  form,
  goodFields,
  recording,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

const DAY = 86_400_000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

/** A sweep of a later day ends the sessions of admins. */
async function get<T>(path: string): Promise<T> {
  const answer = await call(sayso, "GET", path, { cookie: await adminCookie(sayso) });
  assert.equal(answer.status, 200, path);
  return (await answer.json()) as T;
}
const search = (q: string) => get<SearchResults>(`/api/admin/search?${new URLSearchParams({ q })}`);
const timeline = (kind: string, id: string) => get<Timeline>(`/api/admin/timeline/${kind}/${id}`);

/** Two presses: the address, then the first hit. */
async function answerFor(email: string): Promise<Timeline> {
  const { hits } = await search(email);
  const [first] = hits;
  assert.ok(first, `nothing was found for ${email}`);
  return timeline(first.kind, first.id);
}

type Customer = { client: ClientRow; email: string };
const fields = ({ client, email }: Customer) => ({ ...goodFields(client.id), customerEmail: email });
const send = async (
  customer: Customer,
  changed: Record<string, string | undefined> = {},
  file?: Uint8Array,
) => submit(sayso, form({ ...fields(customer), ...changed }, file ?? (await video())));
const sweepIn = (ms: number) => sayso.schedule(new Date(Date.now() + ms));

/** Begins an upload of this length and sends the first bytes. */
async function begin({ client, email }: Customer, length: number, bytes?: Uint8Array): Promise<string> {
  const answer = await create(sayso, client.id, length, {}, { email }, bytes);
  assert.equal(answer.status, 201);
  return answer.headers.get("location") ?? "";
}

const change = (client: ClientRow, assignment: string) =>
  sayso.change(`UPDATE clients SET ${assignment} WHERE id = ?`, client.id);

async function delivered(customer: Customer): Promise<string> {
  assert.equal((await send(customer)).status, 200);
  const row = await until("delivered", () =>
    sayso.row("SELECT id FROM submissions WHERE client_id = ? AND status = 'processed'", customer.client.id),
  );
  return String(row.id);
}

type Cause = { cause: string; happens: (customer: Customer) => Promise<unknown>; answer: RegExp };

const CAUSES: Cause[] = [
  {
    cause: "the page was closed at once",
    happens: async (customer) => {
      await begin(customer, 9_000_000);
      await sweepIn(DAY);
    },
    answer: /never arrived: the upload started, but we received none of the video/,
  },
  {
    cause: "the upload was cut off",
    happens: async (customer) => {
      const film = await recording();
      await begin(customer, film.length * 20, film);
      await sweepIn(2 * DAY);
    },
    answer: /never arrived: the upload stopped after 0\.\d of \d\.\d MB/,
  },
  {
    cause: "the page was closed before the form was sent",
    happens: async (customer) => {
      const film = await video();
      await begin(customer, film.length, film);
      await sweepIn(2 * DAY);
    },
    answer: /whole video was uploaded, but the form was never sent/,
  },
  {
    cause: "it is still on its way",
    happens: async (customer) => begin(customer, 9_000_000, await recording()),
    answer: /has not arrived yet: 0\.\d of 8\.6 MB received/,
  },
  {
    cause: "the customer cancelled it",
    happens: async (customer) => terminate(sayso, await begin(customer, 9_000_000, await recording())),
    answer: /The customer cancelled the upload/,
  },
  {
    cause: "a consent was missing",
    happens: (customer) => send(customer, { consentData: "false" }),
    answer: /^We refused it: the consent to store and process data was missing or wrong\./,
  },
  {
    cause: "it was no video",
    happens: (customer) => send(customer, {}, new TextEncoder().encode("no video".repeat(200))),
    answer: /We refused the video itself/,
  },
  {
    cause: "there were no credits left",
    happens: async (customer) => {
      await change(customer.client, "credits_remaining = 0");
      await send(customer);
    },
    answer: /business had no credits left/,
  },
  {
    cause: "the account was suspended",
    happens: async (customer) => {
      await change(customer.client, "status = 'suspended'");
      const { client, email } = customer;
      assert.equal((await create(sayso, client.id, 9_000_000, {}, { email })).status, 403);
    },
    answer: /account was not active at the time/,
  },
  {
    cause: "the drive is full",
    happens: async ({ client, email }) => {
      const values = { customer_email: email, status: "drive_upload_failed" };
      const id = await addSubmission(sayso, client, values);
      const why = "The drive is full.";
      await sayso.change("UPDATE submissions SET error_message = ? WHERE id = ?", why, id);
    },
    answer: /could not be delivered to the drive\. The drive is full\. It is kept/,
  },
  {
    cause: "it is on hold",
    happens: async (customer) => {
      await change(customer.client, "holds_everything = 1");
      await send(customer);
    },
    answer: /is on hold\. Corner Shop has to accept it on its Submissions page/,
  },
  {
    cause: "the business's mail bounced",
    happens: async (customer) => {
      const { client } = customer;
      await sayso.change("INSERT INTO bounced_recipients (recipient, noted_at) VALUES (?, 1)", client.email);
      await delivered(customer);
      await until("not mailed", () =>
        sayso.row("SELECT 1 FROM emails WHERE recipient = ? AND status = 'failed'", client.email),
      );
    },
    answer:
      /delivered to the drive folder, but the email about it did not reach owner-.*earlier emails bounced/,
  },
  {
    cause: "it was erased",
    happens: async (customer) => {
      const id = await delivered(customer);
      const owner = await signIn(sayso, await addUser(sayso, { clientId: customer.client.id }));
      const path = `/api/client/${customer.client.id}/submissions/${id}`;
      assert.equal((await call(sayso, "DELETE", path, { cookie: owner })).status, 200);
    },
    answer: /arrived and was erased by .*@/,
  },
];

describe("his video never arrived", () => {
  for (const { cause, happens, answer } of CAUSES) {
    test(`the address and one press say that ${cause}`, async () => {
      const customer = {
        client: await addClient(sayso),
        email: `${crypto.randomUUID()}@customers.example`,
      };
      await happens(customer);
      const found = await answerFor(customer.email.toUpperCase());
      assert.match(found.answer, answer);
      assert.equal(found.company_name, "Corner Shop");
      assert.ok(found.steps.length > 0 && found.steps.every((step) => step.text && step.at > 0));
    });
  }

  test("explains an empty result", async () => {
    const { hits, advice } = await search("nobody@customers.example");
    assert.deepEqual(hits, []);
    assert.match(advice ?? "", /closed the page before submitting, or typed a different address/);
  });

  test("a refusal shows the sentence that the customer saw, and then that the next try was accepted", async () => {
    const customer = { client: await addClient(sayso), email: `${crypto.randomUUID()}@customers.example` };
    const film = await video();
    const uploadId = uploadIdOf(await begin(customer, film.length, film));
    const data = (consentData: string) => form({ ...fields(customer), uploadId, consentData });
    for (let i = 0; i < 2; i += 1) assert.equal((await submit(sayso, data("false"))).status, 400);
    const refused = await answerFor(customer.email);
    const step = refused.steps.at(-1);
    assert.match(step?.detail ?? "", /^The customer saw: “.+” Tried 2 times\.$/);
    assert.equal((await submit(sayso, data("true"))).status, 200);
    const { hits } = await search(customer.email);
    assert.deepEqual(
      hits.map(({ kind }) => kind),
      ["submission"],
      "what became a submission is one hit",
    );
    const accepted = await answerFor(customer.email);
    const texts = accepted.steps.map(({ text }) => text);
    assert.deepEqual(texts.slice(0, 3), [
      "Upload started",
      "Refused: the consent to store and process data was missing or wrong",
      "Accepted",
    ]);
  });

  test("erases the timeline of a customer with their erasure, and all of it after 30 days", async () => {
    const customer = { client: await addClient(sayso), email: `${crypto.randomUUID()}@customers.example` };
    const rows = () =>
      sayso.rows("SELECT * FROM submission_attempts WHERE client_id = ?", customer.client.id);
    await send(customer, { consentData: "false" });
    const [row] = await rows();
    assert.ok(row && !JSON.stringify(row).includes(customer.email), "the address itself is not kept");
    const id = await delivered(customer);
    const owner = await signIn(sayso, await addUser(sayso, { clientId: customer.client.id }));
    await call(sayso, "DELETE", `/api/client/${customer.client.id}/submissions/${id}`, { cookie: owner });
    assert.deepEqual(await rows(), []);
    await send(customer, { consentData: "false" });
    await sweepIn(29 * DAY);
    assert.equal((await rows()).length, 1);
    await sweepIn(31 * DAY);
    assert.deepEqual(await rows(), []);
  });

  test("an erasure lets go of what the customer has not finished: nothing there says whose it is (INV51)", async () => {
    const customer = { client: await addClient(sayso), email: `${crypto.randomUUID()}@customers.example` };
    const film = await recording();
    const falseSize = uploadIdOf(await begin(customer, film.length * 20, film));
    await sayso.change("UPDATE uploads SET moved_at = moved_at - ? WHERE id = ?", DAY / 24, falseSize);
    const moving = uploadIdOf(await begin(customer, film.length * 20, film));
    const row = await sayso.row("SELECT customer_hash FROM uploads WHERE id = ?", falseSize);
    const id = await delivered(customer);
    const owner = await signIn(sayso, await addUser(sayso, { clientId: customer.client.id }));
    await call(sayso, "DELETE", `/api/client/${customer.client.id}/submissions/${id}`, { cookie: owner });
    await sayso.schedule(new Date());
    for (const table of ["uploads", "submission_attempts"])
      assert.deepEqual(
        await sayso.rows(`SELECT id FROM ${table} WHERE customer_hash = ?`, row?.customer_hash),
        [],
        table,
      );
    const open = await sayso.rows("SELECT id FROM uploads WHERE client_id = ?", customer.client.id);
    assert.deepEqual(
      open.map((upload) => upload.id),
      [moving],
      "a customer who is sending is not cut off",
    );
    assert.deepEqual(await sayso.keys(`uploads/${falseSize}/`), []);
  });

  test("one network fills no client's attempts: another's refusal is recorded, up to 250 a day (INV70)", async () => {
    const client = await addClient(sayso);
    const refuse = async (network: string) => {
      const customer = { client, email: `${crypto.randomUUID()}@customers.example` };
      const body = form({ ...fields(customer), consentData: "false" }, await video());
      assert.equal((await submit(sayso, body, { "cf-connecting-ip": network })).status, 400);
      return customer.email;
    };
    const rows = () => sayso.rows("SELECT household FROM submission_attempts WHERE client_id = ?", client.id);
    const plant = (count: number, name: string, household: string) =>
      sayso.change(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
         INSERT INTO submission_attempts (id, client_id, customer_hash, household, reason, sentence, began_at, ended_at)
         SELECT ?3 || i || ?1, ?1, '', iif(?4 = '', 'net' || i, ?4), 'invalid', '', ?5, ?5 FROM n`,
        client.id,
        count,
        name,
        household,
        Date.now(),
      );
    await refuse("203.0.113.1");
    const [first] = await rows();
    await plant(23, "noise", String(first?.household));
    for (let i = 0; i < 3; i += 1) await refuse("203.0.113.1");
    assert.equal((await rows()).length, 25);
    const genuine = await answerFor(await refuse("203.0.113.2"));
    assert.match(genuine.answer, /^We refused it/);
    await plant(223, "many", "");
    for (let i = 0; i < 3; i += 1) await refuse(`203.0.113.${3 + i}`);
    assert.equal((await rows()).length, 250);
    const HOUR = 3_600_000;
    await sayso.schedule(new Date(Math.ceil((Date.now() + DAY) / HOUR) * HOUR));
    assert.ok(
      (await rows()).every(({ household }) => household === ""),
      "the network is known for a day",
    );
  });
});

describe("one search for everything", () => {
  test("finds a customer, an id, a business, a partner, a payment and a mail, and says what became of each", async () => {
    const client = await addClient(sayso, { company_name: "Zebra Bakery", custom_slug: "zebra-bakery" });
    const customer = { client, email: "zoe@customers.example" };
    const submissionId = await delivered(customer);
    const mail = await until("mailed", () =>
      sayso.row("SELECT id, subject, text FROM emails WHERE recipient = ? AND status = 'sent'", client.email),
    );
    const [partner, subscription] = [crypto.randomUUID(), `sub_${crypto.randomUUID()}`];
    await sayso.change(
      "INSERT INTO affiliates (id, first_name, surname, name_key, email, email_key, created_at) VALUES (?1, 'Zed', 'Quill', 'zed quill', 'zed@partners.example', 'zed@partners.example', 1)",
      partner,
    );
    await sayso.change(
      "INSERT INTO subscriptions (id, customer, client_id, email, email_key, created_at, read_at) VALUES (?1, 'cus_zebra', ?2, 'pay@zebra.example', 'pay@zebra.example', 1, 1)",
      subscription,
      client.id,
    );
    await sayso.change(
      "INSERT INTO payments (id, subscription_id, amount_pence, paid_at, period_start, period_end) VALUES ('in_zebra', ?, 2900, 5, 1, 2)",
      subscription,
    );
    const cases: [q: string, kind: string, id: string, answer: RegExp][] = [
      ["zoe@customers", "submission", submissionId, /delivered to the drive folder/],
      [submissionId, "submission", submissionId, /told by email/],
      ["zebra bak", "client", client.id, /Its page is accepting videos\. 49 credits are left\./],
      ["zebra-bakery", "client", client.id, /Its page is accepting videos/],
      ["Zed Quill", "partner", partner, /application is waiting for an admin/],
      ["cus_zebra", "payment", "in_zebra", /£29\.00 was paid for a month by Zebra Bakery\./],
      ["pay@zebra.example", "payment", "in_zebra", /£29\.00/],
      [String(mail.id), "mail", String(mail.id), /was sent to owner-/],
    ];
    for (const [q, kind, id, answer] of cases) {
      const { hits } = await search(q);
      assert.ok(
        hits.some((hit) => hit.kind === kind && hit.id === id),
        `${q} finds the ${kind}: ${JSON.stringify(hits)}`,
      );
      assert.match((await timeline(kind, id)).answer, answer);
    }
    assert.match(String(mail.subject), /left Zebra Bakery a video testimonial$/);
    assert.match(String(mail.text), /Watch it here:\nhttp\S+…\n/);
    assert.doesNotMatch(String(mail.text), /signature/);
    assert.match((await search("z")).advice ?? "", /at least two characters/);
    const { answer } = await timeline("client", client.id);
    await sayso.change(
      "UPDATE subscriptions SET unpaid_since = ? WHERE id = ?",
      Date.parse("2026-11-20T10:00:00Z"),
      subscription,
    );
    await change(client, `subscription_id = '${subscription}'`);
    const unpaid = await timeline("client", client.id);
    assert.equal(
      unpaid.answer,
      `${answer} A payment is overdue: the page closes on 27 November 2026 unless it is paid.`,
    );
  });

  test("lists refunds of a payment in the timeline of its business", async () => {
    const [client, subscription] = [await addClient(sayso), `sub_${crypto.randomUUID()}`];
    await sayso.change(
      "INSERT INTO subscriptions (id, customer, client_id, email, email_key, created_at, read_at) VALUES (?1, 'cus_back', ?2, 'a@back.example', 'a@back.example', 1, 1)",
      subscription,
      client.id,
    );
    await sayso.change(
      "INSERT INTO payments (id, subscription_id, amount_pence, paid_at, period_start, period_end, returned_pence, returned_at) VALUES (?1, ?2, 2900, 5, 1, 2, 1450, 9)",
      `in_${crypto.randomUUID()}`,
      subscription,
    );
    const { steps } = await timeline("client", client.id);
    assert.deepEqual(
      steps.filter(({ at }) => at < 10).map(({ text, detail }) => [text, detail]),
      [
        ["Paid for a month", "£29.00"],
        ["Refunded to the card", "£14.50"],
      ],
    );
  });

  test("only whoever presses play or download on the mail's page has seen the video: programs open every link (INV46)", async () => {
    const customer = { client: await addClient(sayso), email: `${crypto.randomUUID()}@customers.example` };
    const id = await delivered(customer);
    const mail = await until("mailed", async () =>
      (await sayso.mails()).find((sent) => [sent.to].flat().includes(customer.client.email)),
    );
    const link = new URL(/http\S+signature=\S+/.exec(mail.text ?? "")?.[0] ?? "");
    const page = link.pathname + link.search;
    for (const path of [page, page.replace("/watch/", "/video/")])
      assert.equal((await sayso.fetch(path)).status, 200);
    assert.equal((await sayso.fetch(page.slice(0, -1), { method: "POST" })).status, 404);
    assert.match((await answerFor(customer.email)).answer, /Nobody has played or downloaded it/);
    assert.equal((await sayso.fetch(page, { method: "POST" })).status, 204);
    const watched = await answerFor(customer.email);
    assert.match(watched.answer, /told by email, and the video was played or downloaded/);
    assert.equal(watched.steps.at(-1)?.text, "Video played or downloaded from its email");
    const sql = "SELECT id FROM emails WHERE subject_id = ?";
    const row = await sayso.row(sql, id);
    assert.match((await timeline("mail", String(row?.id))).answer, /video was played or downloaded/);
  });

  test("a digest is the email about each video that it tells of", async () => {
    const { client, email } = {
      client: await addClient(sayso),
      email: `${crypto.randomUUID()}@customers.example`,
    };
    const id = await delivered({ client, email });
    const mail = await until("mailed", () =>
      sayso.row("SELECT id FROM emails WHERE subject_id = ? AND status = 'sent'", id),
    );
    await sayso.change("UPDATE submissions SET digest_hour = 7 WHERE id = ?", id);
    const setTemplate = (template: string, subject: string) =>
      sayso.change("UPDATE emails SET template = ?, subject_id = ? WHERE id = ?", template, subject, mail.id);
    const notified = /told by email\. Nobody has played/;
    const none = /email settings ask for no email/;
    const due = Date.now() + DAY;
    for (const [template, subject, answer, step] of [
      ["submission_digest", `${client.id}/7`, notified, "The hourly email"],
      ["submission_digest", `${client.id}/7/second@shop.example`, notified, "The hourly email"],
      ["submission_digest", `${client.id}/70`, none, ""],
      ["daily_digest", `${client.id}/${due}/${client.email}`, notified, "The daily email"],
      ["daily_digest", `${client.id}/${due - 2 * DAY}/${client.email}`, none, ""],
    ] as const) {
      await setTemplate(template, subject);
      const found = await answerFor(email);
      assert.match(found.answer, answer, `${template} ${subject}`);
      assert.equal(
        found.steps.some(({ text }) => step !== "" && text.startsWith(step)),
        step !== "",
      );
    }
  });
});
