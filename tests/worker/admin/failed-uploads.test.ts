import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { addPermanentFailure, attempts, plantSubmission, submission } from "../../support/runtime/jobs.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { get, post } = adminCalls(() => sayso);

type RetryResult = { queued: number; left: number };
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
      `INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at)
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

  // The other causes of INV15 (quota exceeded, folder missing, credentials revoked): `jobs/google-drive-refusals.test.ts`.
  test("JOB01 JOB02 INV15 a drive that cannot be delivered to fails at once, in words for the admin, with its attempts", async () => {
    const { submissionId } = await addPermanentFailure(sayso);
    const { uploads, failed_jobs } = await get<Failed>("/api/admin/failed-uploads");
    const one = uploads.find((upload) => upload.submission_id === submissionId);
    assert.match(one?.error_message ?? "", /^Sayso cannot deliver to this drive link\. Connect the drive/);
    assert.deepEqual(
      one?.attempts.map((attempt) => attempt.outcome),
      ["failed"],
      "a permanent fault is not tried again",
    );
    assert.equal(one?.retryable, true);
    assert.ok(failed_jobs >= 1);
  });

  test("JOB04 without a drive link or a file it cannot be retried", async () => {
    const { submissionId } = await addPermanentFailure(sayso);
    await sayso.change(
      "UPDATE clients SET drive_link = NULL WHERE id = (SELECT client_id FROM submissions WHERE id = ?)",
      submissionId,
    );
    const { uploads } = await get<Failed>("/api/admin/failed-uploads");
    assert.equal(uploads.find((upload) => upload.submission_id === submissionId)?.retryable, false);
    const { body } = await post<RetryResult>(`/api/admin/submissions/${submissionId}/retry`);
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
    const planted = [
      await addPermanentFailure(sayso),
      await addPermanentFailure(sayso),
      await addPermanentFailure(sayso),
    ];
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
    const warnings = () =>
      sayso.log().filter((line) => line.kind === "warning" && line.what === "old_jobs").length;
    for (const path of [(id: string) => `${id}/retry`, () => "retry-all"]) {
      const { submissionId } = await addPermanentFailure(sayso);
      const warned = warnings();
      await sayso.change(
        "CREATE TRIGGER keep_jobs BEFORE DELETE ON job_queue BEGIN SELECT RAISE(ABORT, 'broken'); END",
      );
      try {
        const { body } = await post<RetryResult>(`/api/admin/submissions/${path(submissionId)}`);
        assert.ok(body.queued >= 1, path(submissionId));
      } finally {
        await sayso.change("DROP TRIGGER keep_jobs");
      }
      assert.equal(warnings(), warned + 1, path(submissionId));
    }
  });
});
