import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import enums from "#api/generated/enums.json" with { type: "json" };
import { addClient, form, goodFields, submit, video } from "../support/people/owner/clients.ts";
import { plantSubmission } from "../support/runtime/jobs.ts";
import { addUser } from "../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

describe("the database carries the rules too", () => {
  test("ENT01 ENT02 ENT03 ENT04 a client's row has these columns and defaults", async () => {
    const { id } = await addClient(sayso);
    const row = (await sayso.row("SELECT * FROM clients WHERE id = ?", id)) ?? {};
    const named =
      "id user_id company_name contact_name email plan_type status custom_slug created_at credits_per_month credits_remaining next_reset_date last_reset_date watermark_enabled watermark_text watermark_font_size watermark_font_color watermark_position watermark_text_alignment drive_link review_link_type review_link_url logo_url qr_code_url";
    for (const column of named.split(" ")) assert.ok(column in row, column);
    assert.deepEqual(
      [row.plan_type, row.credits_per_month, row.watermark_font_size, row.watermark_font_color],
      ["standard", 50, 24, "#ffffff"],
    );
    assert.deepEqual([row.watermark_position, row.watermark_text_alignment], ["top-right", "center"]);
  });

  test("ENT05 ENT06 a submission's and a job's row have these columns and defaults", async () => {
    const { submissionId, jobId } = await plantSubmission(
      sayso,
      await addClient(sayso),
      undefined,
      3_600_000,
    );
    const submission = (await sayso.row("SELECT * FROM submissions WHERE id = ?", submissionId)) ?? {};
    const columns =
      "id client_id customer_name customer_email final_file_path error_message status created_at";
    for (const column of columns.split(" ")) assert.ok(column in submission, column);
    assert.deepEqual([submission.unfinished, submission.unwatermarked], [null, 0]);
    const job = (await sayso.row("SELECT * FROM job_queue WHERE id = ?", jobId)) ?? {};
    assert.deepEqual(
      [job.job_type, job.priority, job.max_attempts, job.attempts],
      ["upload-to-drive", 0, 7, 0],
    );
  });

  test("ENT06 RTE12 a delivery job's payload names submission, file path and client", async () => {
    const client = await addClient(sayso);
    await submit(sayso, form(goodFields(client.id), await video()));
    const row = await sayso.row(
      "SELECT j.payload, s.id, s.final_file_path FROM job_queue j JOIN submissions s ON s.id = j.subject_id WHERE s.client_id = ?",
      client.id,
    );
    assert.deepEqual(JSON.parse(row?.payload), {
      submissionId: row?.id,
      finalFilePath: row?.final_file_path,
      clientId: client.id,
    });
  });

  const refused: [string, string, unknown][] = [
    ["SUB30 fewer than no credits", "credits_remaining", -1],
    ["ENT02 no credits a month", "credits_per_month", 0],
    ["ENT13 an unknown status", "status", "sleeping"],
    ["ENT01 an unknown plan", "plan_type", "gold"],
    ["ENT14 an unknown review platform", "review_link_type", "Yelp"],
    ["INV47 a review address that is script", "review_link_url", "javascript:alert(1)"],
    ["ENT03 a font size of 49", "watermark_font_size", 49],
    ["ENT03 a mark in the middle", "watermark_position", "center"],
    ["ENT02 a number of credits that is text", "credits_remaining", "many"],
  ];
  for (const [description, column, value] of refused) {
    test(`${description} is refused`, async () => {
      const { id } = await addClient(sayso);
      await assert.rejects(
        sayso.change(`UPDATE clients SET ${column} = ? WHERE id = ?`, value, id),
        /constraint|cannot store/i,
      );
    });
  }

  test("ENT13 ENT14 ENT16 the named statuses are accepted", async () => {
    const client = await addClient(sayso);
    const { submissionId } = await plantSubmission(sayso, client, undefined, 3_600_000);
    for (const [name, id] of [
      ["clients.status", client.id],
      ["clients.plan_type", client.id],
      ["clients.review_link_type", client.id],
      ["submissions.status", submissionId],
    ] as const) {
      const [table, column] = name.split(".");
      assert.ok(enums[name].length > 0);
      for (const word of enums[name]) {
        await sayso.change(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, word, id);
      }
    }
  });

  test("ENT07 a setting and a role stand once; roles are admin and affiliate", async () => {
    const { id } = await addUser(sayso);
    const role = (name: string) => sayso.change("INSERT INTO user_roles VALUES (?, ?)", id, name);
    await role("admin");
    await role("affiliate");
    await assert.rejects(role("admin"), /UNIQUE/);
    await assert.rejects(role("owner"), /CHECK/);
    const setting = () =>
      sayso.change("INSERT INTO admin_settings VALUES ('support_url', 'https://x.example')");
    await setting();
    await assert.rejects(setting(), /UNIQUE/);
  });

  test("REC24 WMK12 a submission's marks are a known reason and a yes or no", async () => {
    const { submissionId } = await plantSubmission(sayso, await addClient(sayso), undefined, 3_600_000);
    const mark = (column: string, value: unknown) =>
      sayso.change(`UPDATE submissions SET ${column} = ? WHERE id = ?`, value, submissionId);
    for (const reason of [...enums["submissions.unfinished"], null]) await mark("unfinished", reason);
    await mark("unwatermarked", 1);
    await assert.rejects(mark("unfinished", "bored"), /CHECK/);
    await assert.rejects(mark("unwatermarked", 2), /CHECK/);
    await assert.rejects(mark("unwatermarked", null), /NOT NULL/);
  });

  test("SUB34 a consent that was not given cannot be written, nor a submission without its client", async () => {
    const { submissionId } = await plantSubmission(sayso, await addClient(sayso), undefined, 3_600_000);
    const consent = (data: number, marketing: number) =>
      sayso.change(
        "INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business) VALUES (?, ?, ?, '2026-11', 0, 'Shop')",
        submissionId,
        data,
        marketing,
      );
    await assert.rejects(consent(1, 0), /CHECK/);
    await assert.rejects(consent(0, 1), /CHECK/);
    await assert.rejects(
      sayso.change("UPDATE submissions SET client_id = 'nobody' WHERE id = ?", submissionId),
      /FOREIGN KEY/,
    );
  });
});
