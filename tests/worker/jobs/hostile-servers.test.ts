// Foreign servers whose responses never end, inflate or trickle: each read is bounded in bytes and time.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { webhookForm } from "../../support/people/admin/site.ts";
import { signUp, signUpRow, validSignUp } from "../../support/people/admin/sign-ups.ts";
import { answerHost } from "../../support/doubles/fake-http.ts";
import { allowRedirects } from "../../support/doubles/google-drive/google-consent.ts";
import { startGoogleDrive, type GoogleDrive } from "../../support/doubles/google-drive/google-drive.ts";
import { hostileServer, type Body } from "../../support/doubles/hostile-server.ts";
import { deliveredFrom, postTestimonial, someone } from "../../support/doubles/webhooks.ts";
import { HELD_CLOCK, heldClock } from "../../support/doubles/workers/held-clock.ts";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { owners } from "../../support/people/owner/drive-owners.ts";
import { consents, googleSecrets } from "../../support/people/owner/google-owner.ts";
import { call } from "../../support/people/owner/users.ts";
import { folderForm } from "../../support/people/owner/webdav-owner.ts";
import { runJobs, startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const DAY = 86_400_000;
const MIB = 1024 * 1024;
/** Limit of a response's bytes, from Stripe and from others. One chunk beyond the limit shows that there are more. */
const STRIPE_BYTES = 4 * MIB + 64 * 1024;
const TEXT_BYTES = 2 * 64 * 1024;
/** Responses of {@link hostileServer} as a WebDAV folder. */
const TEST_TEXT = "Sayso tried whether videos would arrive here.";
const QUOTA =
  '<d:multistatus xmlns:d="DAV:"><d:resourcetype><d:collection/></d:resourcetype><d:quota-available-bytes>5</d:quota-available-bytes><d:quota-used-bytes>95</d:quota-used-bytes></d:multistatus>';

type Server = Awaited<ReturnType<typeof hostileServer>>;

describe("a hostile server", () => {
  let sayso: Sayso;
  let google: GoogleDrive;
  let server: Server;
  let folder: Server;
  /** Whether the other drive received a request. */
  let isOtherAsked = false;
  before(async () => {
    server = await hostileServer(() => true);
    folder = await hostileServer(
      (method, path) => {
        isOtherAsked ||= path.startsWith("/other/");
        return method === "PROPFIND" && path.startsWith("/hostile/");
      },
      (method) =>
        ({
          MKCOL: { status: 405 },
          GET: { status: 200, body: TEST_TEXT },
          PROPFIND: { status: 207, body: QUOTA },
        })[method] ?? { status: 204 },
    );
    google = await startGoogleDrive();
    google.interceptFetch();
    sayso = await startWorker({
      main: HELD_CLOCK,
      secrets: {
        ...googleSecrets(google),
        STRIPE_SECRET_KEY: "sk_test_1",
        STRIPE_BASE: server.address,
        GETRESPONSE_API_KEY: "key",
        GETRESPONSE_BASE: server.address,
        TURNSTILE_SITE_KEY: "1x00",
        TURNSTILE_SECRET_KEY: "secret",
        TURNSTILE_BASE: server.address,
        AUTOMATION_SECRET: "a secret that only these tests use",
      },
    });
  });
  after(async () => {
    await sayso.close();
    await Promise.all([google.close(), server.close(), folder.close()]);
  });
  const clock = heldClock(() => sayso);

  /** How many bytes of bodies the Worker reads meanwhile. */
  const bytesRead = async (work: () => Promise<unknown>): Promise<number> => {
    const start = await clock.bytesRead();
    await work();
    return (await clock.bytesRead()) - start;
  };

  for (const body of ["endless", "inflating", "trickling"] satisfies Body[]) {
    test(`keeps no other drive from the daily check by an answer that is ${body} (INV70 INV15)`, async () => {
      const { owner: newOwner, drive } = owners(sayso);
      const [hostile, other] = [await newOwner(), await newOwner()];
      await sayso.change("UPDATE drive_connections SET credential = NULL, key_id = NULL");
      for (const [owner, name] of [
        [hostile, "hostile"],
        [other, "other"],
      ] as const)
        assert.equal(
          (await drive(owner, "POST", "/webdav", folderForm(`${folder.address}/${name}/`))).status,
          200,
        );
      await sayso.change(
        "UPDATE drive_connections SET checked_at = iif(client_id = ?, 1, 2), nearly_full_at = NULL",
        hostile.client.id,
      );
      folder.send(body);
      isOtherAsked = false;
      const read = await bytesRead(async () => {
        const checks = sayso.schedule(new Date(clock.now() + 2 * DAY), "*/5 * * * *");
        // In small steps, because the other drive's calls have timeouts too.
        if (body === "trickling")
          await until("it gives up", async () => {
            await clock.skip(1000);
            return isOtherAsked;
          });
        await checks;
      });
      assert.ok(read <= TEXT_BYTES + QUOTA.length, `${read} bytes`);
      const sql = "SELECT nearly_full_at FROM drive_connections WHERE client_id = ?";
      assert.ok((await sayso.row(sql, other.client.id))?.nearly_full_at, "the other one was checked");
    });
  }

  test("is told from Stripe's account by a sentence about its answer (INV70)", async () => {
    server.send("endless");
    const cookie = await adminCookie(sayso);
    const read = await bytesRead(async () => {
      const answer = await call(sayso, "GET", "/api/admin/stripe-setup", { cookie });
      assert.match(await answer.text(), /Stripe: Its answer is longer than 4096 kB\./);
    });
    // The account, its prices, coupons and other compared objects.
    assert.ok(read <= 12 * STRIPE_BYTES, `${read} bytes`);
  });

  test("in Turnstile's place answers for no customer, who may try again (INV70 SUB41)", async () => {
    server.send("endless");
    const client = await addClient(sayso);
    await sayso.change("UPDATE admin_settings SET setting_value = '1' WHERE setting_key = 'challenge_from'");
    const fields = { challenge: "turnstile.good", ...goodFields(client.id) };
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 200);
    const { status, reply } = await submit(sayso, form(fields, await video()), {
      "idempotency-key": crypto.randomUUID(),
    });
    assert.deepEqual([status, (reply as { code: string }).code], [503, "challenge_away"]);
    await sayso.change(
      "UPDATE admin_settings SET setting_value = '100000' WHERE setting_key = 'challenge_from'",
    );
  });

  test("in the mailing list's place is not read at all (INV70 HOM14)", async () => {
    server.send("endless");
    await sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('campaign_id', 'Xy7k')",
    );
    const body = validSignUp();
    assert.equal((await signUp(sayso, body)).status, 200);
    const read = await bytesRead(async () => {
      await runJobs(sayso, { subject: (await signUpRow(sayso, body.email))?.id });
      await until("synced", async () => (await signUpRow(sayso, body.email))?.status === "synced");
    });
    assert.equal(read, 0);
  });

  test("behind an automation address is not read at all (INV70 BRA06)", async () => {
    server.send("endless");
    await sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('automation_url_career_garage', ?)",
      server.address,
    );
    const email = someone();
    const answer = await postTestimonial(sayso, "career-garage", webhookForm({ email }, await video()));
    assert.equal(answer.status, 200);
    const { id } = await deliveredFrom(sayso, email);
    const sql = "SELECT status FROM job_queue WHERE job_type = 'forward-submission' AND subject_id = ?";
    const read = await bytesRead(async () => {
      await runJobs(sayso, { subject: id });
      await until("forwarded", async () => (await sayso.row(sql, id))?.status === "done");
    });
    assert.equal(read, 0);
  });

  test("in Google's place makes a drive's check fail with a sentence about its answer (INV70 INV15)", async () => {
    server.send("endless");
    const { drive } = owners(sayso);
    allowRedirects(google, sayso.origin);
    const own = consents(sayso, google);
    const owner = await own.owner("Blue Door Bakery");
    await own.connect(owner, google.accounts[0]);
    const leave = answerHost("www.googleapis.com", (asked) =>
      fetch(server.address, { method: asked.method === "GET" ? "GET" : "POST" }),
    );
    const [{ id }] = (await (await drive(owner)).json()).connections;
    const tried = await drive(owner, "POST", `/${id}/test`);
    leave();
    assert.match(await tried.text(), /Google Drive: Its answer is longer than 64 kB\./);
  });
});
