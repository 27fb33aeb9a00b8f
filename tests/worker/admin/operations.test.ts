import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../../support/clients.ts";
import { attempts, makeDue, plantSubmission, submission, type Planted } from "../../support/jobs.ts";
import { addUser, call, signIn } from "../../support/users.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker();
  cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
});
after(() => sayso.close());

const get = async <T>(path: string) => (await (await call(sayso, "GET", path, { cookie })).json()) as T;
const post = async <T>(path: string) => {
  const answer = await call(sayso, "POST", path, { cookie });
  return { status: answer.status, body: (await answer.json()) as T };
};

/** A delivery that has failed for good: the drive link is of no kind the product can deliver to. */
async function failForGood(link = "https://drive.example/gone"): Promise<Planted> {
  const client = await addClient(sayso, { drive_link: link });
  const planted = await plantSubmission(sayso, client);
  await makeDue(sayso, planted.jobId);
  await sayso.deliver(planted.jobId);
  await until(
    "failed",
    async () => (await submission(sayso, planted.submissionId))?.status === "drive_upload_failed",
  );
  return planted;
}

type Retried = { queued: number; left: number };
type Failed = {
  uploads: {
    submission_id: string;
    error_message: string;
    retryable: boolean;
    company_name: string;
    attempts: { outcome: string; reason: string }[];
  }[];
  failed_jobs: number;
  total: number;
  retryable: number;
  next: string | null;
};

describe("failed uploads", () => {
  test("JOB01 JOB02 the list goes on to the last one, and all are counted", async () => {
    await sayso.change("UPDATE submissions SET status = 'processed' WHERE status = 'drive_upload_failed'");
    const client = await addClient(sayso);
    const planted = await plantSubmission(sayso, client);
    // 119 more of the same, two of each time.
    const columns =
      "SELECT '%' || n, client_id, '%' || n, '%' || n, customer_name, customer_email, NULL, NULL, container, size_bytes, duration_ms, 'gone', 'drive_upload_failed', n / 2";
    const many = "WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 119)";
    await sayso.change(
      `INSERT INTO uploads (id, client_id, address_hash, declared_length, content_type, status, created_at, expires_at)
       ${many} SELECT '%' || n, ?, 'a', 1, 'video/mp4', 'cleared', 1, 1 FROM count`,
      client.id,
    );
    await sayso.change(
      `INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email, final_file_path,
         drive_path, container, size_bytes, duration_ms, error_message, status, created_at)
       ${many} ${columns} FROM count, submissions WHERE submissions.id = ?`,
      planted.submissionId,
    );
    await sayso.change(
      "UPDATE submissions SET status = 'drive_upload_failed' WHERE id = ?",
      planted.submissionId,
    );
    const seen: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      const page: Failed = await get(`/api/admin/failed-uploads?${new URLSearchParams({ before: next })}`);
      assert.deepEqual([page.total, page.retryable], [120, 1]);
      seen.push(...page.uploads.map((upload) => upload.submission_id));
      next = page.next;
    }
    assert.equal(seen.length, 120);
    assert.equal(new Set(seen).size, 120, "none twice, none left out");
    await sayso.change("UPDATE submissions SET status = 'processed' WHERE status = 'drive_upload_failed'");
  });

  test("JOB01 JOB02 INV15 each says at once what failed, in words, with its attempts", async () => {
    const { submissionId } = await failForGood();
    const { uploads, failed_jobs } = await get<Failed>("/api/admin/failed-uploads");
    const one = uploads.find((upload) => upload.submission_id === submissionId);
    assert.equal(one?.error_message, "The drive link is of no kind this product can deliver to.");
    assert.deepEqual(
      one?.attempts.map((attempt) => attempt.outcome),
      ["failed"],
      "a permanent fault is not tried again",
    );
    assert.equal(one?.retryable, true);
    assert.ok(failed_jobs >= 1);
  });

  test("JOB04 without a drive link or a file it cannot be retried", async () => {
    const { submissionId } = await failForGood();
    await sayso.change(
      "UPDATE clients SET drive_link = NULL WHERE id = (SELECT client_id FROM submissions WHERE id = ?)",
      submissionId,
    );
    const { uploads } = await get<Failed>("/api/admin/failed-uploads");
    assert.equal(uploads.find((upload) => upload.submission_id === submissionId)?.retryable, false);
    const { body } = await post<Retried>(`/api/admin/submissions/${submissionId}/retry`);
    assert.equal(body.queued, 0);
    assert.equal((await submission(sayso, submissionId))?.status, "drive_upload_failed");
    assert.equal(
      (await sayso.rows("SELECT 1 FROM job_queue WHERE subject_id = ?", submissionId)).length,
      1,
      "its job stays to be counted",
    );
  });

  test("JOB03 JOB05 JOB06 JOB08 retry-all queues each once, and all arrive once the drive works again", async () => {
    await sayso.change("UPDATE submissions SET status = 'processed' WHERE status = 'drive_upload_failed'");
    const planted = [await failForGood(), await failForGood(), await failForGood()];
    for (const { submissionId } of planted) {
      await sayso.change(
        "UPDATE clients SET drive_link = '/drive/folder/' || id WHERE id = (SELECT client_id FROM submissions WHERE id = ?)",
        submissionId,
      );
    }
    const answers = await Promise.all(
      [1, 2, 3].map(() => post<{ queued: number }>("/api/admin/submissions/retry-all")),
    );
    assert.equal(
      answers.reduce((sum, answer) => sum + answer.body.queued, 0),
      3,
    );
    for (const { submissionId } of planted) {
      await until("delivered", async () => (await submission(sayso, submissionId))?.status === "processed");
      const jobs = await sayso.rows("SELECT * FROM job_queue WHERE subject_id = ?", submissionId);
      assert.deepEqual([jobs.length, jobs[0]?.priority, jobs[0]?.max_attempts], [1, 10, 7]);
      assert.equal((await attempts(sayso, submissionId)).length, 2, "the history outlives the retry");
    }
    assert.deepEqual((await post("/api/admin/submissions/retry-all")).body, { queued: 0, left: 0 });
  });

  test("JOB09 a clean-up of old jobs that fails is a warning and does not stop the retry", async () => {
    const { submissionId } = await failForGood();
    await sayso.change(
      "CREATE TRIGGER keep_jobs BEFORE DELETE ON job_queue BEGIN SELECT RAISE(ABORT, 'broken'); END",
    );
    try {
      const { body } = await post<Retried>(`/api/admin/submissions/${submissionId}/retry`);
      assert.equal(body.queued, 1);
    } finally {
      await sayso.change("DROP TRIGGER keep_jobs");
    }
    assert.ok(sayso.log().some((line) => line.kind === "warning" && line.what === "old_jobs"));
  });
});

describe("the overview", () => {
  test("JOB02 counts the queue, the causes, the days, the mails, the clients and the schedules", async () => {
    const client = await addClient(sayso);
    await submit(sayso, form(goodFields(client.id), await video()));
    await failForGood();
    await plantSubmission(sayso, client, undefined, 3_600_000);
    await sayso.change("UPDATE emails SET state = 'failed' WHERE recipient = ?", client.email);
    await sayso.schedule(new Date());
    type Overview = {
      queue_depth: number;
      oldest_job_at: number | null;
      failures: { name: string; count: number }[];
      email_failures: object[];
      days: { day: string; submissions: number }[];
      today: string;
      schedules: { name: string; ok: boolean; ran_at: number; result: string }[];
      clients: { name: string; count: number }[];
    };
    const shown = await get<Overview>("/api/admin/overview");
    assert.ok(shown.queue_depth >= 1 && (shown.oldest_job_at ?? 0) > 0);
    assert.match(shown.failures[0]?.name ?? "", /drive link is of no kind/);
    assert.deepEqual(
      [shown.days.at(-1)?.day, (shown.days.at(-1)?.submissions ?? 0) > 0],
      [shown.today, true],
    );
    assert.deepEqual([shown.schedules[0]?.name, shown.schedules[0]?.ok], ["sweep", true]);
    assert.ok(Math.abs((shown.schedules[0]?.ran_at ?? 0) - Date.now()) < 60_000);
    assert.ok(shown.clients.some((line) => line.name === "active" && line.count > 0));
  });
});

describe("the email log", () => {
  type Page = {
    emails: { id: string; recipient: string; state: string; template: string }[];
    next: string | null;
  };

  test("EML10 lists mails newest first, finds by recipient and state, and sends one again", async () => {
    const client = await addClient(sayso);
    await submit(sayso, form(goodFields(client.id), await video()));
    const mail = await until("sent", async () => {
      const { emails } = await get<Page>(
        `/api/admin/emails?q=${encodeURIComponent(client.email)}&state=sent`,
      );
      return emails[0];
    });
    assert.equal(mail.template, "submission_received");
    const path = `/api/admin/emails/${mail.id}/resend`;
    const answers = await Promise.all([post(path), post(path), post(path)]);
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 409, 409]);
    await until(
      "sent again",
      async () =>
        (await sayso.mails()).filter((sent) => [sent.to].flat().includes(client.email)).length === 2,
    );
    const [line] = await sayso.rows("SELECT * FROM audit_log WHERE subject = ?", mail.id);
    assert.equal(line?.action, "email.resend");
    assert.equal((await call(sayso, "GET", "/api/admin/emails?state=lost", { cookie })).status, 400);
  });
});

describe("the audit log", () => {
  test("AUT35 pages by cursor and by subject, newest first", async () => {
    for (let i = 0; i < 60; i += 1) {
      await sayso.change(
        "INSERT INTO audit_log VALUES (?, ?, 'x', 'x@y.example', 'client.edit', 'paged', 'Paged', '{}', '{}')",
        crypto.randomUUID(),
        i,
      );
    }
    type Page = { entries: { at: number }[]; next: string | null };
    const first = await get<Page>("/api/admin/audit?subject=paged");
    const rest = await get<Page>(`/api/admin/audit?subject=paged&before=${first.next}`);
    assert.deepEqual([first.entries.length, rest.entries.length, rest.next], [50, 10, null]);
    assert.deepEqual([first.entries[0]?.at, rest.entries.at(-1)?.at], [59, 0]);
  });
});

describe("the audit log's filters", () => {
  test("AUT35 finds by person or name, action and dates, all of them together", async () => {
    const day = (date: string) => Date.parse(`${date}T12:00:00Z`);
    const lines = [
      [day("2026-03-01"), "mia@desk.example", "client.edit", "Harbour Cycles"],
      [day("2026-03-02"), "noah@desk.example", "client.edit", "Fern Florists"],
      [day("2026-03-02") + 11 * 3_600_000, "mia@desk.example", "setting.change", "Fern Florists"],
      [day("2026-03-03"), "mia@desk.example", "client.edit", "Fern Florists"],
    ] as const;
    for (const [at, actor, action, name] of lines) {
      await sayso.change(
        "INSERT INTO audit_log VALUES (?, ?, 'x', ?, ?, 'filtered', ?, '{}', '{}')",
        crypto.randomUUID(),
        at,
        actor,
        action,
        name,
      );
    }
    const found = async (query: string) => {
      const { entries } = await get<{ entries: { at: number }[] }>(`/api/admin/audit?${query}`);
      return entries.map((entry) => lines.findIndex(([at]) => at === entry.at));
    };
    assert.deepEqual(await found("q=MIA%40desk"), [3, 2, 0]);
    assert.deepEqual(await found("subject=filtered&q=fern"), [3, 2, 1]);
    assert.deepEqual(await found("subject=filtered&action=setting.change"), [2]);
    assert.deepEqual(await found("subject=filtered&from=2026-03-02&to=2026-03-02"), [2, 1]);
    assert.deepEqual(await found("subject=filtered&to=2026-03-01"), [0]);
    assert.deepEqual(await found("subject=filtered&q=mia&action=client.edit&from=2026-03-02"), [3]);
    assert.deepEqual(await found("subject=filtered&from=yesterday&to=2026-02-31"), [3, 2, 1, 0]);
    assert.deepEqual(await found("subject=filtered&q=nobody"), []);
  });
});

describe("the settings", () => {
  type Line = {
    key: string;
    value: string;
    default: string;
    is_default: boolean;
    about: string;
    kind: string;
  };
  const valueOf = async (key: string) =>
    (await get<Line[]>("/api/admin/settings")).find((line) => line.key === key)?.value ?? "";
  const set = async (key: string, value: string, loaded?: string) =>
    call(sayso, "PUT", `/api/admin/settings/${key}`, {
      cookie,
      body: { value, loaded: loaded ?? (await valueOf(key)) },
    });

  test("ADM09 two admins do not overwrite each other's setting silently", async () => {
    const was = await valueOf("support_phone");
    const both = await Promise.all(
      ["+44 20 7946 0001", "+44 20 7946 0002"].map((phone) => set("support_phone", phone, was)),
    );
    assert.deepEqual(both.map((answer) => answer.status).toSorted(), [200, 409]);
    const late = both.find((answer) => answer.status === 409);
    const refusal = (await late?.json()) as { code: string; fields: { value: string } };
    assert.deepEqual(
      [refusal.code, refusal.fields.value],
      ["changed_meanwhile", await valueOf("support_phone")],
    );
    const notes = await sayso.rows("SELECT * FROM audit_log WHERE subject = 'support_phone'");
    assert.equal(notes.length, 1, "only what was saved is noted");
    assert.equal((await set("support_phone", "")).status, 200);
  });

  test("HOM08 each plan has a payment page of its own", async () => {
    assert.equal((await set("payment_link_standard", "https://pay.example/one")).status, 200);
    const same = await set("payment_link_no_setup", " https://pay.example/one ");
    assert.deepEqual(
      [same.status, ((await same.json()) as { fields: { value: string } }).fields.value],
      [400, "The other plan has this address. Each needs a payment page of its own."],
    );
    assert.equal((await set("payment_link_no_setup", "https://pay.example/two")).status, 200);
    for (const key of ["payment_link_standard", "payment_link_no_setup"]) await set(key, "");
  });

  test("HOM02 the address of a video's page is kept as that of its player", async () => {
    const answer = await set("embed_demo_video", "https://www.youtube.com/watch?v=dQw4w9WgXcQ");
    const player = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";
    assert.deepEqual([answer.status, ((await answer.json()) as Line).value], [200, player]);
    assert.equal(await valueOf("embed_demo_video"), player);
    await set("embed_demo_video", "");
  });

  test("ADM09 ENT07 every key is documented; a change is an upsert, checked, noted and in force at once", async () => {
    const lines = await get<Line[]>("/api/admin/settings");
    assert.ok(lines.length >= 15 && lines.every((line) => line.about && line.kind && line.is_default));
    const url = "https://help.example/tickets";
    for (let i = 0; i < 2; i += 1) assert.equal((await set("support_url", url)).status, 200);
    assert.deepEqual(await sayso.rows("SELECT * FROM admin_settings"), [
      { setting_key: "support_url", setting_value: url },
    ]);
    assert.ok((await (await sayso.fetch("/")).text()).includes(url));
    const bad = await set("support_url", "javascript:alert(1)");
    assert.deepEqual(
      [bad.status, Object.keys(((await bad.json()) as { fields: object }).fields)],
      [400, ["value"]],
    );
    assert.equal((await set("no_such_key", "x")).status, 404);
    assert.equal((await set("support_url", "")).status, 200);
    assert.deepEqual(await sayso.rows("SELECT * FROM admin_settings"), []);
    const [line] = await sayso.rows("SELECT * FROM audit_log WHERE subject = 'support_url' ORDER BY at");
    assert.deepEqual([line?.action, JSON.parse(line?.after)], ["setting.change", { support_url: url }]);
  });
});
