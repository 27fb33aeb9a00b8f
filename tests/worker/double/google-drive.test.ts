// The Google Drive double, verified with Google's own Node client: what it accepts here it accepts from Google. The
// sibling files do the same with other clients.
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { after, before, beforeEach, describe, it } from "node:test";
import { asPerson, asService, refusal } from "../../support/doubles/google-drive/node-client.ts";
import { DRIVE_SCOPE, FILE_SCOPE } from "../../support/doubles/google-drive/store.ts";
import {
  startGoogleDrive,
  type Account,
  type GoogleDrive,
} from "../../support/doubles/google-drive/google-drive.ts";

const MIB = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("Google's Node client", () => {
  let google: GoogleDrive;
  let ann: Account;
  let bob: Account;

  before(async () => {
    google = await startGoogleDrive();
    google.interceptFetch();
    [ann, bob] = google.accounts;
  });
  after(() => google.close());
  beforeEach(() => {
    google.clearFaults();
    google.requests.length = 0;
  });

  it("keeps files in a folder: with an id of its own once, found, read whole and in part, binned, removed", async () => {
    const drive = asPerson(google, ann);
    const ids = (await drive.files.generateIds({ count: 2 })).data.ids ?? [];
    const [folder, id] = [ids[0] ?? "", ids[1] ?? ""];
    const type = "application/vnd.google-apps.folder";
    await drive.files.create({ requestBody: { id: folder, name: "Sayso", mimeType: type } });
    const bytes = randomBytes(3 * MIB + 17);
    const create = () =>
      drive.files.create({
        requestBody: { id, name: "it's ann.mp4", parents: [folder], appProperties: { submission: "s1" } },
        media: { mimeType: "video/mp4", body: Readable.from([bytes.subarray(0, MIB), bytes.subarray(MIB)]) },
        fields: "id,size,sha256Checksum,md5Checksum,parents,trashed,webViewLink,capabilities(canAddChildren)",
      });
    const made = (await create()).data;
    assert.deepEqual(made, {
      id,
      size: String(bytes.length),
      sha256Checksum: sha256(bytes),
      md5Checksum: createHash("md5").update(bytes).digest("hex"),
      parents: [folder],
      trashed: false,
      webViewLink: `https://drive.google.com/file/d/${id}/view?usp=drivesdk`,
      capabilities: { canAddChildren: false },
    });
    assert.deepEqual(await refusal(create()), { status: 409, reason: "fileIdInUse" });

    const media = await drive.files.create({ media: { mimeType: "text/plain", body: "only bytes" } });
    assert.equal(media.data.name, "Untitled");

    const found = async (q: string) => (await drive.files.list({ q })).data.files?.map((file) => file.id);
    assert.deepEqual(await found(`'${folder}' in parents and trashed = false`), [id]);
    assert.deepEqual(await found("name = 'it\\'s ann.mp4' and mimeType = 'video/mp4'"), [id]);
    assert.deepEqual(await found("appProperties has { key='submission' and value='s1' }"), [id]);
    assert.deepEqual(await refusal(found("starred = true")), { status: 400, reason: "invalid" });

    const full = await drive.files.get({ fileId: id, alt: "media" }, { responseType: "stream" });
    assert.equal(sha256(await buffer(full.data)), sha256(bytes));
    const range = { headers: { Range: `bytes=${MIB}-${MIB + 99}` }, responseType: "arraybuffer" } as const;
    const part = await drive.files.get({ fileId: id, alt: "media" }, range);
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(part.data as unknown as ArrayBuffer), bytes.subarray(MIB, MIB + 100));

    await drive.files.update({ fileId: folder, requestBody: { trashed: true } });
    const binned = await drive.files.get({ fileId: id, fields: "trashed,explicitlyTrashed" });
    assert.deepEqual(binned.data, { trashed: true, explicitlyTrashed: false });
    await drive.files.delete({ fileId: folder });
    assert.deepEqual(await refusal(drive.files.get({ fileId: id })), { status: 404, reason: "notFound" });
  });

  it("sees with drive.file only what its app made for that person, and may not touch the rest", async () => {
    const drive = asPerson(google, ann);
    const own = google.makeFolder(ann, "made in the browser");
    const inIt = drive.files.create({ requestBody: { name: "x", parents: [own] } });
    assert.deepEqual(await refusal(inIt), { status: 404, reason: "notFound" });
    assert.deepEqual(await refusal(drive.files.delete({ fileId: own })), {
      status: 403,
      reason: "appNotAuthorizedToFile",
    });
    const { data } = await drive.files.create({ requestBody: { name: "of the app" } });
    assert.equal((await asPerson(google, bob).files.list({})).data.files?.length, 0);
    await drive.permissions.create({
      fileId: data.id ?? "",
      requestBody: { type: "user", role: "reader", emailAddress: bob.email },
    });
    const all = asPerson(google, bob, { scope: DRIVE_SCOPE });
    assert.equal((await all.files.get({ fileId: data.id ?? "" })).data.name, "of the app");
    assert.deepEqual(await refusal(all.files.delete({ fileId: data.id ?? "" })), {
      status: 403,
      reason: "insufficientFilePermissions",
    });
  });

  it("shares what it made, whoever has no account only with a mail, and takes permissions back", async () => {
    const drive = asPerson(google, ann);
    const type = "application/vnd.google-apps.folder";
    google.invitations.length = 0;
    const fileId =
      (await drive.files.create({ requestBody: { name: "Shared", mimeType: type } })).data.id ?? "";
    const share = (emailAddress: string, sendNotificationEmail?: boolean) =>
      drive.permissions.create({
        fileId,
        ...(sendNotificationEmail === undefined ? {} : { sendNotificationEmail }),
        requestBody: { type: "user", role: "reader", emailAddress },
        fields: "id,role,emailAddress",
      });
    const given = (await share(bob.email, false)).data;
    assert.deepEqual([given.role, given.emailAddress], ["reader", bob.email]);
    assert.equal((await share(bob.email, false)).data.id, given.id, "the same permission, however often");
    assert.deepEqual(google.invitations, []);
    assert.deepEqual(await refusal(share("stranger@shop.example", false)), {
      status: 400,
      reason: "invalidSharingRequest",
    });
    const invited = (await share("stranger@shop.example")).data;
    assert.deepEqual(google.invitations, [{ file: fileId, email: "stranger@shop.example" }]);
    google.refuseSharing("never@shop.example");
    assert.equal((await refusal(share("never@shop.example", true))).reason, "invalidSharingRequest");

    const held = async () =>
      (
        await drive.permissions.list({ fileId, fields: "permissions(id,role,emailAddress)" })
      ).data.permissions?.map(({ emailAddress, role }) => `${emailAddress} ${role}`);
    assert.deepEqual(await held(), [
      `${ann.email} owner`,
      `${bob.email} reader`,
      "stranger@shop.example reader",
    ]);
    const permissionId = invited.id ?? "";
    assert.equal(
      (await drive.permissions.get({ fileId, permissionId, fields: "emailAddress" })).data.emailAddress,
      "stranger@shop.example",
    );
    await drive.permissions.delete({ fileId, permissionId });
    assert.deepEqual(await refusal(drive.permissions.delete({ fileId, permissionId })), {
      status: 404,
      reason: "notFound",
    });
    assert.deepEqual(await held(), [`${ann.email} owner`, `${bob.email} reader`]);
    const stranger = asPerson(google, bob).permissions.list({ fileId });
    assert.deepEqual(await refusal(stranger), { status: 404, reason: "notFound" });
  });

  it("stores as a service account only in a Shared Drive, and only where it says that it knows them", async () => {
    const drive = asService(google);
    const shared = google.makeFolder(ann, "shared with the service");
    google.share(shared, google.serviceAccount.email);
    const into = (parent: string, supportsAllDrives: boolean) =>
      drive.files.create({
        supportsAllDrives,
        requestBody: { name: "film.mp4", parents: [parent] },
        media: { mimeType: "video/mp4", body: "a film" },
        fields: "id,driveId",
      });
    assert.deepEqual(await refusal(into(shared, true)), { status: 403, reason: "storageQuotaExceeded" });
    const team = google.makeSharedDrive("Films", [google.serviceAccount.email]);
    const folder = google.makeFolder(team, "Testimonials");
    assert.deepEqual(await refusal(into(folder, false)), { status: 404, reason: "notFound" });
    const { id, driveId } = (await into(folder, true)).data;
    assert.equal(driveId, team);
    assert.equal((await refusal(drive.files.get({ fileId: id ?? "" }))).status, 404);
    const q = `'${folder}' in parents`;
    assert.equal((await drive.files.list({ q })).data.files?.length, 0);
    const everywhere = { supportsAllDrives: true, includeItemsFromAllDrives: true };
    assert.equal((await drive.files.list({ q, ...everywhere })).data.files?.length, 1);
    await drive.files.delete({ fileId: id ?? "", supportsAllDrives: true });

    // A narrow scope hides files shared by others.
    const narrow = asService(google, FILE_SCOPE).files.get({ fileId: shared });
    assert.deepEqual(await refusal(narrow), { status: 404, reason: "notFound" });
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const private_key = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
    const forged = asService(google, FILE_SCOPE, { private_key }).about.get({ fields: "user" });
    assert.deepEqual(await refusal(forged), { status: 400, reason: "invalid_grant" });
  });

  it("is refused where an account is full, its grant was revoked, or its bin holds what it wants", async () => {
    const drive = asPerson(google, bob);
    const { quota } = bob;
    const film = () => drive.files.create({ media: { mimeType: "video/mp4", body: "a film" } });
    const id = (await film()).data.id ?? "";
    assert.equal(quota.usage, 6);
    quota.limit = 11;
    assert.deepEqual(await refusal(film()), { status: 403, reason: "storageQuotaExceeded" });
    quota.limit = 15 * 1024 ** 3;
    google.trash(id);
    assert.deepEqual((await drive.files.get({ fileId: id, fields: "trashed" })).data, { trashed: true });
    google.remove(id);
    assert.equal((await refusal(drive.files.get({ fileId: id }))).status, 404);
    assert.equal(quota.usage, 0);
    google.revoke(bob);
    assert.deepEqual(await refusal(film()), { status: 400, reason: "invalid_grant" });
  });

  it("tries again by itself what passes: 503, 429, a connection that is cut; and reports what does not", async () => {
    const drive = asPerson(google, ann);
    const about = () => drive.about.get({ fields: "user" });
    google.fault({ path: "/about" }, { refuse: "backendError" });
    google.fault({ path: "/about" }, { refuse: "tooManyRequests" });
    await about();
    google.fault({ path: "/about" }, { cut: 0 });
    await about();
    assert.deepEqual(
      google.requests.filter(({ path }) => path.endsWith("about")).map(({ status }) => status),
      [503, 429, 200, undefined, 200],
    );
    for (const reason of ["rateLimitExceeded", "userRateLimitExceeded", "storageQuotaExceeded"] as const) {
      google.fault({ path: "/about" }, { refuse: reason }, 9);
      assert.deepEqual(await refusal(about()), { status: 403, reason });
      google.clearFaults();
    }
  });
});
