import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { film } from "../../support/films/films.ts";
import { button, expect, toast } from "../sayso.ts";
import { openDashboard, stranger, test } from "./owner.ts";

const REPLACE = "/functions/v1/replace-asset";
const MEGABYTE = 1_048_576;
const card = (page: Page) => page.getByRole("region", { name: "Logo and QR code" });
const picker = (page: Page, name: string) => card(page).getByLabel(`Replace ${name}`);

/** A PNG that nothing packs: noise, of about so many MB. */
async function noise(side: number): Promise<Buffer> {
  const input = `nullsrc=size=${side}x${side}:duration=1:rate=1,geq=random(1)*255:128:128`;
  return readFile(await film("noise.png", [input], ["-frames:v", "1"]));
}

/** Sends a logo as somebody might who writes the call by hand; answers the status. */
const sendLogo = (page: Page, client: string, image: Buffer) =>
  page.evaluate(
    async ([address, clientId, bytes]) => {
      const form = new FormData();
      form.set("clientId", clientId);
      form.set("assetType", "logo");
      form.set("currentUrl", "");
      form.set("file", new File([Uint8Array.from(bytes)], "logo.png", { type: "image/png" }));
      return (await fetch(address, { method: "POST", body: form })).status;
    },
    [REPLACE, client, [...image]] as const,
  );

const logo = () => readFile(new URL("../../support/films/logo.png", import.meta.url));

for (const [type, name, shown, column] of [
  ["logo", "Logo", "Logo of Corner Shop", "logo_url"],
  ["qr", "QR code", "QR code of Corner Shop", "qr_code_url"],
] as const) {
  test(`AST01 AST04 AST05 AST06 CLI08 the ${name} is replaced with progress that ends at 100, and shows without a reload`, async ({
    page,
    owner,
    sayso,
  }) => {
    await openDashboard(page, owner);
    const image = await noise(900);
    const seen: number[] = [];
    await page.exposeFunction("progressed", (value: number) => seen.push(value));
    await page.evaluate(() => {
      new MutationObserver(() => {
        const bar = document.querySelector("progress");
        if (bar) (window as unknown as { progressed: (value: number) => void }).progressed(bar.value);
      }).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    const [request] = await Promise.all([
      page.waitForRequest((sent) => new URL(sent.url()).pathname === REPLACE),
      picker(page, name).setInputFiles({ name: "new.png", mimeType: "image/png", buffer: image }),
    ]);
    const body = (await request.headerValue("content-type")) ?? "";
    expect(body).toContain("multipart/form-data");
    await expect(toast(page, "Asset updated successfully")).toBeVisible();
    await expect(card(page).locator(`img[alt="${shown}"]`)).toHaveJSProperty("naturalWidth", 900);
    await expect(page.getByRole("progressbar")).toBeHidden();
    expect(seen.at(-1)).toBe(100);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);

    const row = await sayso.row(`SELECT ${column} AS url FROM clients WHERE id = ?`, owner.client.id);
    await expect(card(page).locator(`img[alt="${shown}"]`)).toHaveAttribute("src", row?.url);
    const stored = Buffer.from(await (await sayso.fetch(row?.url)).arrayBuffer());
    expect(stored.equals(image)).toBe(true);
    if (type === "logo") {
      await page.goto(`/record/${owner.client.custom_slug}`);
      await expect(page.getByRole("img", { name: "Corner Shop" })).toHaveJSProperty("naturalWidth", 900);
    }
  });
}

test("AST05 the form names client, kind, file and the current address", async ({ page, owner, sayso }) => {
  await openDashboard(page, owner);
  await page.evaluate(() => {
    const { append, set } = FormData.prototype;
    const fields: string[] = [];
    Object.assign(window, { fields });
    FormData.prototype.set = function (this: FormData, ...field: unknown[]) {
      fields.push(`${field[0]}=${field[1] instanceof File ? field[1].name : field[1]}`);
      (set as (...all: unknown[]) => void).apply(this, field);
    } as typeof append;
  });
  for (const file of ["first.png", "second.png"]) {
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await picker(page, "Logo").setInputFiles({ name: file, mimeType: "image/png", buffer: await logo() });
    expect((await answer).ok()).toBe(true);
    await expect(page.getByRole("progressbar")).toBeHidden();
  }
  const fields = await page.evaluate(() => (window as unknown as { fields: string[] }).fields);
  expect(fields.slice(0, 4)).toEqual([
    `clientId=${owner.client.id}`,
    "assetType=logo",
    "currentUrl=",
    "file=first.png",
  ]);
  expect(fields[6]).toMatch(new RegExp(`^currentUrl=/media/${owner.client.id}/`));
  // Only the current one is left.
  expect(await sayso.keys(`assets/${owner.client.id}/`)).toHaveLength(1);
});

test("AST02 AST03 INV48 what is no image, or too large, is refused before it is sent", async ({
  page,
  owner,
  sayso,
}) => {
  await openDashboard(page, owner);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().includes(REPLACE)) sent += 1;
  });
  for (const [name, mimeType] of [
    ["notes.txt", "text/plain"],
    ["logo.svg", "image/svg+xml"],
    ["logo.pdf", "application/pdf"],
    ["moving.gif", "image/gif"],
  ] as const) {
    await picker(page, "Logo").setInputFiles({ name, mimeType, buffer: Buffer.from("something") });
    await expect(
      toast(page, "Invalid file type", "Please select an image file (JPEG, PNG, WebP)").first(),
    ).toBeVisible();
  }
  const tooLarge = Buffer.alloc(5 * MEGABYTE + 1);
  await picker(page, "QR code").setInputFiles({ name: "big.png", mimeType: "image/png", buffer: tooLarge });
  await expect(toast(page, "File too large", "Please select an image smaller than 5MB")).toBeVisible();
  expect(sent).toBe(0);
  expect(await sayso.row("SELECT logo_url, qr_code_url FROM clients WHERE id = ?", owner.client.id)).toEqual({
    logo_url: null,
    qr_code_url: null,
  });
});

for (const [what, bytes] of [
  ["a text that calls itself a PNG", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["a PNG of which only the beginning is there", async () => (await logo()).subarray(0, 33)],
] as const) {
  test(`AST02 INV48 ${what} is not sent, and the server would not take it`, async ({
    page,
    owner,
    sayso,
  }) => {
    await openDashboard(page, owner);
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().includes(REPLACE)) sent += 1;
    });
    const buffer = await bytes();
    await picker(page, "Logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await expect(
      toast(page, "Invalid file type", "Please select an image file (JPEG, PNG, WebP)"),
    ).toBeVisible();
    await expect(page.getByRole("progressbar")).toBeHidden();
    expect(sent).toBe(0);
    expect(await sendLogo(page, owner.client.id, buffer)).toBe(415);
    expect(await sayso.row("SELECT logo_url FROM clients WHERE id = ?", owner.client.id)).toEqual({
      logo_url: null,
    });
  });
}

test("SUB08 AST01 a logo that does not load gives way to the business's name on the record page", async ({
  page,
  client,
  sayso,
}) => {
  await sayso.media.put(`assets/${client.id}/broken.png`, (await logo()).subarray(0, 33), {
    httpMetadata: { contentType: "image/png" },
  });
  for (const file of ["broken.png", "gone.png"]) {
    await sayso.change(
      "UPDATE clients SET logo_url = ? WHERE id = ?",
      `/media/${client.id}/${file}`,
      client.id,
    );
    for (const path of ["", "/video"]) {
      await page.goto(`/record/${client.custom_slug}${path}`);
      await expect(page.getByText("Corner Shop", { exact: true }), file + path).toBeVisible();
      await expect(page.locator(`img[src$="${file}"]`)).toHaveCount(0);
    }
  }
});

test("AST06 a failed upload says so, and the same file can be chosen again", async ({ page, owner }) => {
  await openDashboard(page, owner);
  const file = { name: "logo.png", mimeType: "image/png", buffer: await logo() };
  await page.route(`**${REPLACE}`, (route) => route.abort());
  await picker(page, "Logo").setInputFiles(file);
  await expect(toast(page, "Upload failed", "Failed to upload asset. Please try again.")).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeHidden();
  await page.unroute(`**${REPLACE}`);
  await picker(page, "Logo").setInputFiles(file);
  await expect(toast(page, "Asset updated successfully")).toBeVisible();
});

test("AST01 a session that ends before an upload sends one to the login", async ({ page, owner, sayso }) => {
  await openDashboard(page, owner);
  await sayso.change("DELETE FROM sessions WHERE user_id = ?", owner.user.id);
  await picker(page, "Logo").setInputFiles({ name: "l.png", mimeType: "image/png", buffer: await logo() });
  await expect(page).toHaveURL(/\/clients\/login\?next=/);
  await expect(button(page, "Login")).toBeVisible();
});

test("AST05 INV40 another client's picture cannot be replaced", async ({ page, owner, sayso }) => {
  const other = await stranger(sayso);
  await openDashboard(page, owner);
  expect(await sendLogo(page, other.client.id, await logo())).toBe(404);
  expect((await sayso.row("SELECT logo_url FROM clients WHERE id = ?", other.client.id))?.logo_url).toBe(
    null,
  );
  expect(await sayso.keys(`assets/${other.client.id}/`)).toEqual([]);
});

test("AST04 a network that answers in the server's place ends the upload, and says so", async ({
  page,
  owner,
}) => {
  await openDashboard(page, owner);
  await page.route(`**${REPLACE}`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Welcome to Hotel Wi-Fi</h1>" }),
  );
  await picker(page, "Logo").setInputFiles({ name: "new.png", mimeType: "image/png", buffer: await logo() });
  await expect(toast(page, "Upload failed", "Failed to upload asset. Please try again.")).toBeVisible();
  await expect(picker(page, "Logo")).toBeEnabled();
});
