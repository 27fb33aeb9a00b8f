// A business's logo and QR code: accepted files, refusals before sending, and upload errors.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { readFile } from "node:fs/promises";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { eventually, look } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind, type Call } from "../../support/screens/shell.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const REPLACE = "/functions/v1/replace-asset";
const MEGABYTE = 1_048_576;
const NOT_AN_IMAGE = ["Invalid file type", "Please select an image file (JPEG, PNG, WebP)"] as const;
const FAILED = ["Upload failed", "Failed to upload asset. Please try again."] as const;

let sayso: Sayso;
let logo: Uint8Array;
before(async () => {
  sayso = await startWorker();
  logo = await readFile(new URL("../../support/films/logo.png", import.meta.url));
});
after(() => sayso.close());

const card = (page: Page) => look(() => page.get("region", "Logo and QR code"));
const picker = (page: Page, name: string) => card(page).field(`Replace ${name}`) as HTMLInputElement;
const file = (bytes: Uint8Array | string, name = "logo.png", type = "image/png") =>
  new File([bytes as BlobPart], name, { type });
const choose = (page: Page, name: string, chosen: File) =>
  page.user.setup({ applyAccept: false }).upload(picker(page, name), chosen);
const uploaded = (page: Page) => eventually(() => assert.equal(page.all("progressbar").length, 0));

/** The dashboard of an owner; `answer` may answer an upload in the server's place. */
async function openCard(t: TestContext, answer: (call: Call) => Response | undefined = () => undefined) {
  const client = await addClient(sayso);
  const user = await addUser(sayso, { clientId: client.id });
  const cookie = await signIn(sayso, user);
  const sent: FormData[] = [];
  const server = behind(sayso, (asked) => {
    if (asked.path !== REPLACE) return undefined;
    sent.push(asked.init.body as FormData);
    return answer(asked);
  });
  const page = await openPage(t, server, "/clients/dashboard", { cookie });
  await page.find("region", "Logo and QR code");
  const row = () => sayso.row("SELECT logo_url, qr_code_url FROM clients WHERE id = ?", client.id);
  return { page, client, user, cookie, sent, row };
}

/** Uploads a logo with a hand-written request; returns the status. */
async function sendLogo(cookie: string, clientId: string, image: Uint8Array): Promise<number> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ clientId, assetType: "logo", currentUrl: "" }))
    body.set(name, value);
  body.set("file", file(image));
  const headers = { cookie, origin: sayso.origin };
  return (await sayso.fetch(REPLACE, { method: "POST", headers, body })).status;
}

for (const [name, shown, column] of [
  ["Logo", "Logo of Corner Shop", "logo_url"],
  ["QR code", "QR code of Corner Shop", "qr_code_url"],
] as const) {
  test(`replaces the ${name}, and shows it without a reload (AST01 AST04 CLI08)`, async (t) => {
    const { page, row } = await openCard(t);
    await choose(page, name, file(logo));
    if (name === "QR code") {
      // Images are not decoded here.
      await page.find("dialog", "No QR code found");
      await page.user.click(page.get("button", "Use it anyway"));
    }
    await page.toast("Asset updated successfully");
    await uploaded(page);
    const address = (await row())?.[column] as string;
    const image = (await page.find("img", shown)) as HTMLImageElement;
    assert.equal(image.getAttribute("src"), address);
    const stored = Buffer.from(await (await sayso.fetch(address)).arrayBuffer());
    assert.ok(stored.equals(logo));
  });
}

test("names client, kind, file and the current address when it sends a picture (AST05)", async (t) => {
  const { page, client, sent } = await openCard(t);
  for (const [index, name] of ["first.png", "second.png"].entries()) {
    await choose(page, "Logo", file(logo, name));
    await eventually(() => assert.equal(sent.length, index + 1));
    await page.find("img", "Logo of Corner Shop");
    await uploaded(page);
  }
  const [first = [], second = []] = sent.map((form) =>
    [...form].map(([name, value]) => `${name}=${value instanceof File ? value.name : value}`),
  );
  assert.deepEqual(first, [`clientId=${client.id}`, "assetType=logo", "currentUrl=", "file=first.png"]);
  assert.match(second[2] ?? "", new RegExp(`^currentUrl=/media/${client.id}/`));
  // Only the current one remains.
  await eventually(async () => assert.equal((await sayso.keys(`assets/${client.id}/`)).length, 1));
});

test("refuses what is no image, or too large, before it is sent (AST02 AST03 INV48)", async (t) => {
  const { page, sent, row } = await openCard(t);
  for (const [name, type] of [
    ["notes.txt", "text/plain"],
    ["logo.svg", "image/svg+xml"],
    ["logo.pdf", "application/pdf"],
    ["moving.gif", "image/gif"],
  ] as const) {
    await choose(page, "Logo", file("something", name, type));
    await page.toast(...NOT_AN_IMAGE);
  }
  await choose(page, "QR code", file(Buffer.alloc(5 * MEGABYTE + 1), "big.png"));
  await page.toast("File too large", "Please select an image smaller than 5MB");
  assert.equal(sent.length, 0);
  assert.deepEqual(await row(), { logo_url: null, qr_code_url: null });
});

test("sends no text that calls itself a PNG, and the server would not take it, nor half a PNG (AST02 INV48)", async (t) => {
  const { page, client, cookie, sent, row } = await openCard(t);
  const text = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
  await choose(page, "Logo", file(text));
  await page.toast(...NOT_AN_IMAGE);
  await uploaded(page);
  assert.equal(sent.length, 0);
  for (const bytes of [text, logo.subarray(0, 33)])
    assert.equal(await sendLogo(cookie, client.id, bytes), 415);
  assert.equal((await row())?.logo_url, null);
});

test("says that an upload failed, and lets the same file be chosen again (AST06)", async (t) => {
  const network = { down: true };
  const { page } = await openCard(t, () => {
    if (network.down) throw new TypeError("fetch failed");
    return undefined;
  });
  const chosen = file(logo);
  await choose(page, "Logo", chosen);
  await page.toast(...FAILED);
  await uploaded(page);
  assert.equal(picker(page, "Logo").value, "");
  network.down = false;
  await choose(page, "Logo", chosen);
  await page.toast("Asset updated successfully");
});

test("leads to the login when the session ends before an upload (AST01)", async (t) => {
  const { page, user } = await openCard(t);
  await sayso.change("DELETE FROM sessions WHERE user_id = ?", user.id);
  await choose(page, "Logo", file(logo));
  await eventually(() => assert.match(page.address, /^\/clients\/login\?next=/));
  await page.find("button", "Login");
});

test("replaces no other client's picture (AST05 INV40)", async (t) => {
  const other = await addClient(sayso);
  const { cookie } = await openCard(t);
  assert.equal(await sendLogo(cookie, other.id, logo), 404);
  const row = await sayso.row("SELECT logo_url FROM clients WHERE id = ?", other.id);
  assert.equal(row?.logo_url, null);
  assert.deepEqual(await sayso.keys(`assets/${other.id}/`), []);
});

test("ends an upload that a network answers in the server's place, and says so (AST04)", async (t) => {
  const { page } = await openCard(
    t,
    () => new Response("<h1>Welcome to Hotel Wi-Fi</h1>", { headers: { "content-type": "text/html" } }),
  );
  await choose(page, "Logo", file(logo));
  await page.toast(...FAILED);
  await eventually(() => assert.ok(!picker(page, "Logo").disabled));
});
