// Deletion after the retention periods, and the notices before it. All times are in the past, so that the emails are
// due.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { unzip } from "../../support/people/owner/archives.ts";
import { addClient, video, type ClientRow } from "../../support/people/owner/clients.ts";
import { ownerOf, type Owner } from "../../support/people/owner/drive-owners.ts";
import { DAY_MS, retentionOf } from "../../support/people/admin/retention.ts";
import { listSubmissions } from "../../support/people/customer/submissions.ts";
import { addUser, call } from "../../support/people/owner/users.ts";
import { startWorker, until, type Mail, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { delivered, manyDelivered, runAt, folder, stored, notices } = retentionOf(() => sayso);

const mailTo = (address: string, subject: string): Promise<Mail> =>
  until(`a mail to ${address}`, async () =>
    (await sayso.mails()).find((mail) => String(mail.to).includes(address) && mail.subject === subject),
  );

/** Sets how many months videos are stored; `undefined` restores the default. */
const setMonths = (months?: number) =>
  months === undefined
    ? sayso.change("DELETE FROM admin_settings WHERE setting_key = 'retention_months'")
    : sayso.change(
        "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('retention_months', ?)",
        String(months),
      );

describe("RET01 delivered videos", () => {
  let owner: Owner;
  let client: ClientRow;
  before(async () => {
    client = await addClient(sayso);
    owner = await ownerOf(sayso, client);
  });

  const line = async (id: string) => {
    const { page } = await listSubmissions(sayso, client, owner.cookie);
    return page.submissions.find((one) => one.id === id) as unknown as Record<string, unknown>;
  };
  const storage = async () =>
    (await sayso.row("SELECT storage_bytes AS n FROM clients WHERE id = ?", client.id))?.n;

  test("RET01 RET03 INV51 INV52 one goes after six months, a week after its business heard of it; its entry stays with the consent, in the archive too, and can be erased", async () => {
    const id = await delivered(client, "2025-05-23T10:00:00Z");
    const later = await delivered(client, "2025-05-24T10:00:00Z");
    await sayso.change(
      "UPDATE clients SET storage_bytes = ? WHERE id = ?",
      2 * (await video()).length,
      client.id,
    );

    await runAt("2025-11-15T23:59:00Z");
    assert.deepEqual(await notices(client), []);
    await runAt("2025-11-16T00:00:00Z");
    await runAt("2025-11-17T00:00:00Z");
    assert.deepEqual(await notices(client), ["2025-05"], "one mail for the month");
    const mail = await mailTo(client.email, "Your videos of May 2025 will be deleted soon");
    assert.match(
      mail.text,
      /2 videos that arrived in May 2025 will be deleted between 23 November 2025 and 24 November 2025\./,
    );
    assert.match(mail.html, /kept in your cloud-drive folder for 6 months[^]*\/clients\/drive"/);

    await runAt("2025-11-22T23:59:00Z");
    assert.equal((await folder(client)).length, 2);
    await runAt("2025-11-23T00:00:00Z");
    assert.equal((await stored(id))?.drive_path, null);
    assert.ok((await stored(later))?.drive_path, "a day younger");
    await runAt("2025-11-23T00:15:00Z");
    assert.equal((await folder(client)).length, 1);
    assert.equal(await storage(), (await video()).length, "one of two is left");
    const shown = await line(id);
    assert.deepEqual(
      [shown.status, shown.playable, shown.video_deleted_at],
      ["processed", false, Date.parse("2025-11-23T00:00:00Z")],
    );
    assert.equal(
      (await sayso.rows("SELECT 1 FROM consents WHERE submission_id = ?", id)).length,
      1,
      "the consent stays",
    );
    const address = `/api/client/${client.id}/submissions/${id}/video`;
    assert.equal((await call(sayso, "GET", address, { cookie: owner.cookie })).status, 404);
    assert.deepEqual(await sayso.rows("SELECT * FROM erasures"), [], "nothing is left to be removed");

    const archive = `/api/client/${client.id}/archive`;
    const list = (await (await call(sayso, "GET", archive, { cookie: owner.cookie })).json()) as {
      parts: unknown[];
    };
    assert.equal(list.parts.length, 1);
    const answer = await sayso.fetch(`${archive}.zip?until=${Date.now()}&part=1`, {
      headers: { cookie: owner.cookie },
    });
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    assert.equal([...files.keys()].filter((name) => name.startsWith("videos/")).length, 1);
    const row = files
      .get("submissions.csv")
      ?.bytes.toString()
      .split("\r\n")
      .find((text) => text.includes(id));
    assert.match(row ?? "", /deleted on 2025-11-23/);

    const erasure = await call(sayso, "DELETE", `/api/client/${client.id}/submissions/${id}`, {
      cookie: owner.cookie,
    });
    assert.deepEqual([erasure.status, await erasure.json()], [200, { erased: 1, left: 0, returned: 0 }]);
    assert.equal(await storage(), (await video()).length);
    assert.equal(await stored(id), undefined);
  });

  test("RET01 with fewer months set, older videos go a week after their businesses heard of it", async () => {
    const impatient = await addClient(sayso);
    const id = await delivered(impatient, "2024-03-10T10:00:00Z");
    await runAt("2024-05-01T00:00:00Z");
    assert.deepEqual(await notices(impatient), []);
    await setMonths(1);
    try {
      await runAt("2024-05-01T00:01:00Z");
      assert.deepEqual(await notices(impatient), ["2024-03"]);
      const mail = await mailTo(impatient.email, "Your videos of March 2024 will be deleted soon");
      assert.match(
        mail.text,
        /1 video that arrived in March 2024 will be deleted on 8 May 2024\. .* for 1 month,/,
      );
      await runAt("2024-05-08T00:00:00Z");
      assert.ok((await stored(id))?.drive_path);
      await runAt("2024-05-08T00:01:00Z");
      assert.equal((await stored(id))?.drive_path, null);
    } finally {
      await setMonths();
    }
  });

  test("announces later videos of a month by their own mail, and deletes them a week after it (RET01)", async () => {
    const shop = await addClient(sayso);
    await setMonths(1);
    try {
      const early = await delivered(shop, "2022-03-05T10:00:00Z");
      await runAt("2022-03-29T00:00:00Z");
      const late = await delivered(shop, "2022-03-30T10:00:00Z");
      await runAt("2022-04-05T00:00:00Z");
      assert.deepEqual([(await stored(early))?.drive_path, await notices(shop)], [null, ["2022-03"]]);
      assert.equal((await stored(late))?.deletion_told_at, null);
      await runAt("2022-04-23T00:00:00Z");
      assert.deepEqual(await notices(shop), ["2022-03", "2022-03"]);
      const mail = await until("the second mail", async () =>
        (await sayso.mails()).find(
          (one) => String(one.to).includes(shop.email) && one.text.includes("30 April 2022"),
        ),
      );
      assert.match(mail.text, /: 1 video that arrived in March 2022 will be deleted on 30 April 2022\./);
      await runAt("2022-04-30T00:00:00Z");
      assert.equal((await stored(late))?.drive_path, null);
    } finally {
      await setMonths();
    }
  });

  test("RET01 once the setting has changed, nothing goes by what businesses were told before", async () => {
    const shop = await addClient(sayso);
    const id = await delivered(shop, new Date(Date.now() - 20 * DAY_MS).toISOString());
    await sayso.change(
      "UPDATE submissions SET deletion_told_at = ? WHERE id = ?",
      Date.now() - 8 * DAY_MS,
      id,
    );
    const answer = await call(sayso, "PUT", "/api/admin/settings/retention_months", {
      cookie: await adminCookie(sayso),
      body: { value: "5", loaded: "6" },
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.equal((await stored(id))?.deletion_told_at, null);
    await setMonths();
  });

  test("RET01 a run is bounded, and the next one goes on", async () => {
    const busy = await addClient(sayso);
    await manyDelivered(busy, 130, "2023-01-10T10:00:00Z");
    const left = async () =>
      (
        await sayso.row(
          "SELECT count(*) AS n FROM submissions WHERE client_id = ? AND drive_path IS NOT NULL",
          busy.id,
        )
      )?.n;
    await runAt("2023-07-03T00:00:00Z");
    await runAt("2023-07-03T00:01:00Z");
    assert.deepEqual(await notices(busy), ["2023-01"]);
    await runAt("2023-07-10T00:01:00Z");
    assert.equal(await left(), 30);
    await Promise.all([1, 2, 3].map(() => runAt("2023-07-10T00:02:00Z")));
    assert.equal(await left(), 0);
    const { n } = (await sayso.row("SELECT count(*) AS n FROM erasures WHERE client_id = ?", busy.id)) ?? {};
    assert.equal(n, 130, "one removal each, though three runs came at once");
  });
});

describe("RET02 videos that cannot be delivered", () => {
  const failed = (client: ClientRow, at: string) =>
    delivered(client, at, { status: "drive_upload_failed", drive_path: null, withVideo: false });

  test("RET02 INV17 INV52 they are kept however long it takes; admins hear of them after 25 days and not before, once", async () => {
    const client = await addClient(sayso);
    const { email: admin } = await addUser(sayso, { roles: ["admin"] });
    const ids = [await failed(client, "2025-02-01T10:00:00Z"), await failed(client, "2025-02-01T15:00:00Z")];
    await sayso.change(
      "UPDATE submissions SET error_message = 'The folder is full.' WHERE client_id = ?",
      client.id,
    );
    for (const id of ids) {
      await sayso.media.put(`uploads/${id}/000000000000`, "the only copy");
      await sayso.change("UPDATE uploads SET status = 'accepted' WHERE id = ?", id);
    }
    const mails = () =>
      sayso.rows(
        "SELECT subject_id FROM emails WHERE template = 'videos_undelivered' AND recipient = ?",
        admin,
      );
    await runAt("2025-02-26T09:59:00Z");
    assert.equal((await mails()).length, 0);
    for (const at of ["2025-02-26T10:00:00Z", "2025-02-26T15:00:00Z", "2025-02-27T10:00:00Z"])
      await runAt(at);
    assert.deepEqual(
      (await mails()).map((mail) => mail.subject_id),
      [`${client.id}/2025-02-01/${admin}`],
    );
    const mail = await mailTo(admin, "Videos of Corner Shop could not be delivered");
    assert.match(mail.text, /2 videos of 1 February 2025 could not be delivered\. The folder is full\./);
    assert.match(mail.text, /\/clients\/admin#failed-uploads/);
    await runAt("2025-10-01T00:00:00Z");
    await runAt(Date.now() + 400 * DAY_MS);
    for (const id of ids) {
      assert.equal((await stored(id))?.status, "drive_upload_failed");
      assert.deepEqual(await sayso.keys(`uploads/${id}/`), [`uploads/${id}/000000000000`]);
    }
  });

  test("RET02 after how many days admins hear of them is a setting", async () => {
    const client = await addClient(sayso);
    await failed(client, "2025-03-01T10:00:00Z");
    await sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('undelivered_warning_days', '3')",
    );
    const mails = async () =>
      (await sayso.row("SELECT undelivered_told_at AS at FROM submissions WHERE client_id = ?", client.id))
        ?.at;
    await runAt("2025-03-04T09:59:00Z");
    assert.equal(await mails(), null);
    await runAt("2025-03-04T10:00:00Z");
    assert.equal(await mails(), Date.parse("2025-03-04T10:00:00Z"));
    await sayso.change("DELETE FROM admin_settings WHERE setting_key = 'undelivered_warning_days'");
  });
});

test("deletes payment events after seven years (BIL12)", async () => {
  const received = Date.parse("2024-02-01T10:00:00Z");
  await sayso.change(
    "INSERT INTO payment_events (id, type, happened_at, received_at) VALUES ('evt_old', 'invoice.paid', ?1, ?1)",
    received,
  );
  const left = async () => (await sayso.rows("SELECT id FROM payment_events")).length;
  await runAt("2031-01-31T23:59:00Z");
  assert.equal(await left(), 1);
  await runAt("2031-02-01T00:00:00Z");
  assert.equal(await left(), 0);
});
