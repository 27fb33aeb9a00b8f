// The Google Drive double, proven by Google's own client for Python, which has the resumable uploads that the one for
// Node lacks.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { PYTHON, runPython } from "../../support/doubles/google-drive/python-client.ts";
import { startGoogleDrive, type GoogleDrive } from "../../support/doubles/google-drive/google-drive.ts";

const UNIT = 256 * 1024;
const skip = PYTHON === undefined && "Google's Python client is missing (Debian: python3-googleapi)";

let google: GoogleDrive;

before(async () => {
  google = await startGoogleDrive();
});
after(() => google.close());
beforeEach(() => {
  google.clearFaults();
  google.requests.length = 0;
});

const chunks = () =>
  google.requests
    .filter(({ method }) => method === "PUT")
    .map(({ contentRange, status }) => [contentRange?.replace("bytes ", ""), status]);
const refresh = () => ({ refresh: google.grant(google.accounts[0]) });

/** Uploads six units in chunks of two, and prints the final answer. */
const UPLOAD = `
unit = 262144
film = bytes(bytearray(i * 7 % 251 for i in range(6 * unit)))
files = drive(as_person(given["refresh"])).files()
made = upload(files.create(body={"name": "film.mp4"}, media_body=media(film, 2 * unit), fields="id,size,sha256Checksum"))
assert made["sha256Checksum"] == hashlib.sha256(film).hexdigest(), made
assert download(files.get_media(fileId=made["id"]), 4 * unit) == film
print(json.dumps(made))
`;

describe("Google's Python client", { skip }, () => {
  it("keeps folders and small files, finds and removes them, and reports refusals by their reason", async () => {
    const script = `
service = drive(as_person(given["refresh"]))
files = service.files()
said = {"user": service.about().get(fields="user").execute()["user"]["emailAddress"]}
folder, id = files.generateIds(count="2").execute()["ids"]
files.create(body={"id": folder, "name": "Sayso", "mimeType": "application/vnd.google-apps.folder"}).execute()
body = {"id": id, "name": "small.mp4", "parents": [folder]}
said["made"] = files.create(body=body, media_body=media(b"--\\r\\n\\x00 small \\n", 0), fields="size,mimeType").execute()
said["bytes"] = download(files.get_media(fileId=id), 1000).decode()
said["listed"] = [f["id"] == id for f in files.list(q="'%s' in parents and trashed = false" % folder).execute()["files"]]
said["taken"] = refused(files.create(body=body, media_body=media(b"again", 0)))
files.delete(fileId=folder).execute()
said["gone"] = refused(files.get(fileId=id))
print(json.dumps(said))
`;
    assert.deepEqual(await runPython(google, script, refresh()), {
      user: google.accounts[0].email,
      made: { size: "13", mimeType: "video/mp4" },
      bytes: "--\r\n\0 small \n",
      listed: [true],
      taken: [409, "fileIdInUse"],
      gone: [404, "notFound"],
    });
  });

  it("uploads in chunks, and reads back in parts what it has uploaded", async () => {
    await runPython(google, UPLOAD, refresh());
    const total = 6 * UNIT;
    assert.deepEqual(chunks(), [
      [`0-${2 * UNIT - 1}/${total}`, 308],
      [`${2 * UNIT}-${4 * UNIT - 1}/${total}`, 308],
      [`${4 * UNIT}-${total - 1}/${total}`, 200],
    ]);
    const downloads = google.requests.filter(({ query }) => query.includes("alt=media"));
    assert.deepEqual(
      downloads.map(({ status }) => status),
      [206, 206],
    );
  });

  it("goes on from what is confirmed where only a part of a chunk is, and asks for it after 503 and 403", async () => {
    google.fault({ chunk: 1 }, { confirm: UNIT });
    google.fault({ chunk: 2 }, { refuse: "backendError" });
    google.fault({ chunk: 3 }, { refuse: "rateLimitExceeded" });
    google.fault({ chunk: 4 }, { status: 503, stored: UNIT });
    await runPython(google, UPLOAD, refresh());
    const total = 6 * UNIT;
    const second = `${UNIT}-${3 * UNIT - 1}/${total}`;
    const asks = [`*/${total}`, 308];
    assert.deepEqual(chunks(), [
      [`0-${2 * UNIT - 1}/${total}`, 308],
      [second, 503],
      asks,
      [second, 403],
      asks,
      [second, 503],
      asks,
      [`${2 * UNIT}-${4 * UNIT - 1}/${total}`, 308],
      [`${4 * UNIT}-${total - 1}/${total}`, 200],
    ]);
  });

  it("goes on after what broke off in its middle, and takes the file for done where only the last answer was lost", async () => {
    google.fault({ chunk: 2 }, { cut: UNIT });
    google.fault({ chunk: 4 }, { cut: "all" });
    const earlier = google.files().length;
    await runPython(google, UPLOAD, refresh());
    const statuses = chunks().map(([, status]) => status);
    // Whether it asks for the session's progress or resends the chunk at once depends on when it notices.
    assert.equal(statuses.filter((status) => status === undefined).length, 2);
    assert.equal(statuses.at(-1), 200);
    assert.equal(google.files().length, earlier + 1);
  });

  it("signs in as a service account, which stores in a Shared Drive and nowhere else", async () => {
    const own = google.makeFolder(google.accounts[0], "shared with the service");
    google.share(own, google.serviceAccount.email);
    const team = google.makeSharedDrive("Films", [google.serviceAccount.email]);
    const script = `
files = drive(as_service()).files()
def into(parent):
    return files.create(body={"name": "film", "parents": [parent]}, media_body=media(b"film", 0), supportsAllDrives="true", fields="driveId")
print(json.dumps([files.get(fileId=given["own"], fields="name").execute()["name"], refused(into(given["own"])), into(given["team"]).execute()]))
`;
    assert.deepEqual(await runPython(google, script, { own, team }), [
      "shared with the service",
      [403, "storageQuotaExceeded"],
      { driveId: team },
    ]);
  });
});
