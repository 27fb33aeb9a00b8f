import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { film } from "../../support/films/films.ts";
import { button, expect, test as base, toast } from "../sayso.ts";
import { openDashboard, test } from "./owner.ts";

const REPLACE = "/functions/v1/replace-asset";
const card = (page: Page) => page.getByRole("region", { name: "Logo and QR code" });
const picker = (page: Page, name: string) => card(page).getByLabel(`Replace ${name}`);

/** An incompressible PNG: noise, of about so many MB. */
async function noise(side: number): Promise<Buffer> {
  const input = `nullsrc=size=${side}x${side}:duration=1:rate=1,geq=random(1)*255:128:128`;
  return readFile(await film("noise.png", [input], ["-frames:v", "1"]));
}

const logo = () => readFile(new URL("../../support/films/logo.png", import.meta.url));

test("AST01 AST02 AST04 AST05 AST06 INV48 CLI08 logo and QR code are replaced with progress that ends at 100, show at once, and half a picture is not sent", async ({
  page,
  owner,
  sayso,
}) => {
  await openDashboard(page, owner);
  const image = await noise(900);
  let seen: number[] = [];
  await page.exposeFunction("progressed", (value: number) => seen.push(value));
  await page.evaluate(() => {
    new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (bar) (window as unknown as { progressed: (value: number) => void }).progressed(bar.value);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().includes(REPLACE)) sent += 1;
  });
  const half = { name: "logo.png", mimeType: "image/png", buffer: (await logo()).subarray(0, 33) };
  await picker(page, "Logo").setInputFiles(half);
  await expect(
    toast(page, "Invalid file type", "Please select an image file (JPEG, PNG, WebP)"),
  ).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeHidden();
  expect(sent).toBe(0);
  expect(await sayso.row("SELECT logo_url FROM clients WHERE id = ?", owner.client.id)).toEqual({
    logo_url: null,
  });

  for (const [name, shown, column] of [
    ["QR code", "QR code of Corner Shop", "qr_code_url"],
    ["Logo", "Logo of Corner Shop", "logo_url"],
  ] as const) {
    seen = [];
    const choose = async () => {
      await picker(page, name).setInputFiles({ name: "new.png", mimeType: "image/png", buffer: image });
      if (name !== "QR code") return;
      await expect(page.getByRole("dialog", { name: "No QR code found" })).toBeVisible();
      await button(page, "Use it anyway").click();
    };
    const [request] = await Promise.all([
      page.waitForRequest((one) => new URL(one.url()).pathname === REPLACE),
      choose(),
    ]);
    expect(await request.headerValue("content-type")).toContain("multipart/form-data");
    const picture = card(page).locator(`img[alt="${shown}"]`);
    await expect(picture).toHaveJSProperty("naturalWidth", 900);
    await expect(page.getByRole("progressbar")).toBeHidden();
    expect(seen.at(-1)).toBe(100);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    const row = await sayso.row(`SELECT ${column} AS url FROM clients WHERE id = ?`, owner.client.id);
    await expect(picture).toHaveAttribute("src", row?.url);
    const stored = Buffer.from(await (await sayso.fetch(row?.url)).arrayBuffer());
    expect(stored.equals(image)).toBe(true);
  }
  await page.goto(`/record/${owner.client.custom_slug}`);
  await expect(page.getByRole("img", { name: "Corner Shop" })).toHaveJSProperty("naturalWidth", 900);
});

base(
  "SUB08 AST01 a logo that does not load gives way to the business's name on the record page",
  async ({ page, client, sayso }) => {
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
  },
);
