// The form of an existing client: saving, validation, and conflicts.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { crc32, deflateSync } from "node:zlib";
import { after, before, test } from "node:test";
import { containsAll, findDialog, holds, noDialog, openAdmin, valueOf } from "../../support/screens/admin.ts";
import { descriptionOf, eventually, fill, hasFocus, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { pose } from "../../support/screens/pose.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const CONFLICTS = "Changed by somebody else in the meantime";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const field = (page: Page, name: string) => page.get("textbox", name);
const save = (page: Page) => page.get("button", "Save") as HTMLButtonElement;
const row = ({ id }: ClientRow) => sayso.row("SELECT * FROM clients WHERE id = ?", id);
const pngFile = (bytes: Uint8Array, name: string) =>
  new File([bytes as BlobPart], name, { type: "image/png" });
const logo = async () => pngFile(await readFile("tests/support/films/logo.png"), "logo.png");

/** Opens the client's form from its row, after a search. */
async function openEdit(page: Page, client: ClientRow) {
  await page.goto(`/clients/admin?${new URLSearchParams({ q: client.company_name })}`);
  await page.click("button", `Edit ${client.company_name}`);
  return findDialog(page, `Edit ${client.company_name}`);
}

async function saved(page: Page): Promise<void> {
  await page.user.click(save(page));
  await page.toast("Client updated successfully");
  await noDialog(page);
}

/** A grey image one pixel high. */
function widePng(width: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(width);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const pixels = chunk("IDAT", deflateSync(Buffer.alloc(width + 1)));
  return Buffer.concat([signature, chunk("IHDR", head), pixels, chunk("IEND", Buffer.alloc(0))]);
}

test("saves changed fields only, and credits one way or the other (ADM16 ADM17 ADM18 ADM19)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Edited"), credits_remaining: 10 });
  await sayso.change("UPDATE clients SET last_reset_date = '2026-11-01' WHERE id = ?", client.id);
  const { page, admin } = await openAdmin(t, sayso, "/clients/admin");
  const form = await openEdit(page, client);
  assert.ok(save(page).disabled, "nothing to save");
  assert.deepEqual([...(form.get("combobox", "Status") as HTMLSelectElement).options].map(textOf), [
    "Set-up not finished",
    "Not activated yet",
    "Active",
    "Suspended",
  ]);
  form.getText("01 Nov 2026");
  fill(field(page, "Credits remaining"), "");
  await page.user.click(save(page));
  await page.waitForText("Please enter a whole number from 0 to 1,000,000.");
  fill(field(page, "Credits remaining"), "20");
  fill(field(page, "Manual credit adjustment"), "+5");
  await eventually(() => {
    const both = page.text().split("Set the remaining credits or adjust them, not both.");
    assert.equal(both.length, 3);
  });
  fill(field(page, "Credits remaining"), "10");
  await page.waitForText("10 becomes 15.");
  fill(field(page, "Manual credit adjustment"), "-11");
  await page.user.click(save(page));
  await page.waitForText("You can’t take away more credits than are left.");
  fill(field(page, "Manual credit adjustment"), "-3");
  fill(field(page, "Contact name"), "New Contact");
  await page.click("switch", "Watermark enabled");
  // Meanwhile a customer's video takes a credit: a difference does not mind.
  await sayso.change("UPDATE clients SET credits_remaining = 9 WHERE id = ?", client.id);
  await saved(page);
  assert.partialDeepStrictEqual(await row(client), {
    company_name: client.company_name,
    contact_name: "New Contact",
    credits_remaining: 6,
    watermark_enabled: 1,
  });
  await look(page.get("table", "Client Accounts")).waitForText("New Contact");
  const entry = await sayso.row("SELECT * FROM audit_log WHERE subject = ?", client.id);
  assert.equal(entry?.actor, admin.email);
});

test("shows and replaces logo and QR image; one that fails says so and the rest is saved (ADM16 AUT35)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Pictured") });
  const { page, admin } = await openAdmin(t, sayso, "/clients/admin");
  const form = await openEdit(page, client);
  assert.ok(form.text().includes("None yet."));
  assert.ok(form.text().includes("Currently the one we generate."));
  await page.user.upload(form.field("Logo file"), pngFile(Buffer.from("no picture"), "a.png"));
  await form.waitForText("Invalid file type");
  assert.ok(save(page).disabled, "nothing to save");

  await page.user.upload(form.field("Logo file"), await logo());
  await page.user.upload(form.field("QR file"), pngFile(widePng(8001), "wide.png"));
  for (const name of ["logo.png", "wide.png"]) await form.findText(name);
  fill(field(page, "Contact name"), "With pictures");
  fill(field(page, "Manual credit adjustment"), "+5");
  await page.user.click(save(page));
  await page.toast("Upload failed");
  await form.findText("A picture was not saved. Everything else is.");
  await eventually(() => assert.match(descriptionOf(form.field("QR file")), /Upload failed.*8000/));
  await hasFocus(() => form.field("QR file"));
  await form.find("img", `Logo of ${client.company_name} now`);
  const half = await row(client);
  assert.partialDeepStrictEqual(half, {
    contact_name: "With pictures",
    credits_remaining: 55,
    qr_code_url: null,
  });
  assert.ok(half?.logo_url.includes(client.id));

  await page.user.upload(form.field("QR file"), await logo());
  // Images are not decoded here.
  await form.waitForText("No QR code found. We can’t read a QR code in this picture.");
  await form.waitForText("If you save, it is used anyway.");
  await saved(page);
  const stored = await row(client);
  assert.equal(stored?.credits_remaining, 55, "an adjustment counts once");
  assert.equal((await sayso.fetch(stored?.qr_code_url)).status, 200);
  const audited = await sayso.rows(
    "SELECT actor FROM audit_log WHERE subject = ? AND action = 'asset.replace'",
    client.id,
  );
  assert.deepEqual(
    audited.map(({ actor }) => actor),
    [admin.email, admin.email],
  );
  await page.click("button", `Edit ${client.company_name}`);
  await page.find("img", `QR code of ${client.company_name} now`);
  const stranger = await call(sayso, "POST", "/functions/v1/replace-asset", {});
  assert.equal(stranger.status, 401, "nobody else");
});

test("overwrites nothing where two admins edit the same client, and shows both values (ADM16)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Shared"), credits_remaining: 10 });
  const { page } = await openAdmin(t, sayso, "/clients/admin");
  const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  await openEdit(page, client);
  fill(field(page, "Contact name"), "Mine");
  fill(field(page, "Credits remaining"), "30");
  fill(field(page, "Credits per month"), "60");
  const other = await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, {
    cookie,
    body: {
      changed: { contact_name: "Theirs", credits_remaining: 7, plan_type: "no-setup" },
      loaded: { contact_name: "Owner", credits_remaining: 10, plan_type: "standard" },
    },
  });
  assert.equal(other.status, 200);
  await page.user.click(save(page));
  await page.toast("Error");
  const conflicts = look(await page.find("list", CONFLICTS));
  assert.equal(conflicts.all("listitem").length, 2);
  await containsAll(conflicts, ["Theirs", "Mine", "30", "7"]);
  await page.click("button", "Take theirs for Contact name");
  await page.click("button", "Keep mine for Credits remaining");
  assert.equal((page.get("combobox", "Plan type") as HTMLSelectElement).value, "no-setup");
  await saved(page);
  assert.partialDeepStrictEqual(await row(client), {
    contact_name: "Theirs",
    credits_remaining: 30,
    credits_per_month: 60,
    plan_type: "no-setup",
  });
});

test("says when it is opened again what somebody else has saved since, and takes none of it along (ADM16)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Reopened") });
  const { page, call: ask } = await openAdmin(t, sayso, `/clients/admin?edit=${client.id}`);
  const editElsewhere = async (changed: object, loaded: object) =>
    assert.equal((await ask("PATCH", `/api/admin/clients/${client.id}`, { changed, loaded })).status, 200);
  const conflicts = async () => look(await page.find("list", CONFLICTS)).all("listitem").length;
  fill(await page.find("textbox", "Contact name"), "Mine");
  await editElsewhere(
    { contact_name: "Theirs", credits_per_month: 77 },
    { contact_name: "Owner", credits_per_month: 50 },
  );
  await page.user.click(save(page));
  assert.equal(await conflicts(), 1);
  await editElsewhere({ credits_per_month: 99 }, { credits_per_month: 77 });
  await page.goto(`/clients/admin?edit=${client.id}`);
  assert.equal(await conflicts(), 1, "still to be chosen");
  await page.click("button", "Keep mine for Contact name");
  await page.user.click(save(page));
  await page.toast("Client updated successfully");
  assert.partialDeepStrictEqual(await row(client), { contact_name: "Mine", credits_per_month: 99 });
});

test("says what cannot be saved, and edits no client that is not there (ADM19)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Offline") });
  const { page, line } = await openAdmin(t, sayso, "/clients/admin");
  await openEdit(page, client);
  fill(field(page, "Contact name"), "Never");
  line.isCut = true;
  await page.user.click(save(page));
  await page.toast("Error", "We cannot reach the server.");
  line.isCut = false;
  assert.equal(valueOf(page, "Contact name"), "Never");
  await page.goto(`/clients/admin?edit=${crypto.randomUUID()}`);
  await page.waitForText("We can’t find this client.");
  assert.equal(page.all("button", "Save").length, 0);
});

test("checks and tries a drive link before it is saved (ADM16)", async (t) => {
  const client = await addClient(sayso, { company_name: uniqueName("Driven") });
  const { page } = await openAdmin(t, sayso, "/clients/admin");
  const form = await openEdit(page, client);
  const found = (kind: string) =>
    form.all("status").flatMap((status) => [...status.querySelectorAll(`.text-${kind}`)]);
  await page.click("button", "Check");
  await eventually(() => assert.ok(found("success").length > 0));
  await page.click("button", "Test upload");
  await form.waitForText("A test file was put into the folder, read back and removed.");
  assert.deepEqual(await sayso.keys(`drive/${client.id}/`), [], "the test leaves nothing behind");
  fill(field(page, "Drive link"), "https://drive.example/gone");
  await eventually(() => assert.equal(found("success").length, 0, "it was another link"));
  await page.click("button", "Check");
  await eventually(() => assert.ok(found("danger").length > 0));
});

test("leads customers by a client's former slug to it (ADM16 SUB08)", async (t) => {
  const old = `old-door-${crypto.randomUUID().slice(0, 8)}`;
  const now = `new-door-${crypto.randomUUID().slice(0, 8)}`;
  const client = await addClient(sayso, { company_name: uniqueName("Moved"), custom_slug: old });
  const { page } = await openAdmin(t, sayso, "/clients/admin");
  await openEdit(page, client);
  fill(field(page, "Custom slug"), now);
  await page.waitForText(`Was: ${old}. Printed codes with it still lead here.`);
  await saved(page);
  const visitor = await openPage(t, sayso, `/record/${old}`, {
    prepare: (window) => pose(window, { types: /./, camera: true }),
  });
  assert.ok(textOf(await visitor.find("heading", undefined, { level: 1 })).includes(client.company_name));
  await visitor.click("link", "Leave a Video Testimonial");
  await visitor.find("button", "Grant Camera Access");
});

test("takes a former slug back once that is meant (ADM16 SUB08)", async (t) => {
  const old = `old-door-${crypto.randomUUID().slice(0, 8)}`;
  const now = `new-door-${crypto.randomUUID().slice(0, 8)}`;
  const client = await addClient(sayso, { company_name: uniqueName("Moved"), custom_slug: old });
  const { page, call: ask } = await openAdmin(t, sayso, "/clients/admin");
  const moved = await ask("PATCH", `/api/admin/clients/${client.id}`, {
    changed: { custom_slug: now },
    loaded: { custom_slug: old },
  });
  assert.equal(moved.status, 200);
  await openEdit(page, client);
  const former = look(await page.find("list", "Former slugs"));
  assert.ok(textOf(former.get("listitem")).includes(old));
  await former.click("button", `Use again ${old}`);
  assert.equal(textOf(await former.find("alert")), `Use ${old} again? ${now} will still lead here.`);
  await hasFocus(() => former.get("button", "Yes, use it"));
  await former.click("button", "No");
  await hasFocus(() => former.get("button", `Use again ${old}`));
  assert.equal(valueOf(page, "Custom slug"), now);
  await former.click("button", `Use again ${old}`);
  await former.click("button", "Yes, use it");
  await holds(page, "Custom slug", old);
  await hasFocus(() => field(page, "Custom slug"));
  await saved(page);
  assert.equal((await row(client))?.custom_slug, old);
});
