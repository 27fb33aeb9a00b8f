import { brotliCompressSync, constants } from "node:zlib";
import { measureShift, shiftOf } from "../layout-shift.ts";
import { expect, test } from "../sayso.ts";

const brotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

for (const tail of ["", "/video"]) {
  test(`BUDGET the first load of /record/{slug}${tail} is at most 100 kB of JavaScript, of this area only, without an API call`, async ({
    page,
    client,
  }) => {
    const scripts = new Map<string, number>();
    const calls: string[] = [];
    page.on("response", async (answer) => {
      const { pathname } = new URL(answer.url());
      if (pathname.startsWith("/api/") || pathname.startsWith("/functions/")) calls.push(pathname);
      if (pathname.endsWith(".js")) scripts.set(pathname, brotli(await answer.body()));
    });
    await page.goto(`/record/${client.custom_slug}${tail}`);
    await expect(
      page
        .getByRole("main")
        .getByRole(tail ? "button" : "link")
        .first(),
    ).toBeVisible();
    await page.waitForLoadState("networkidle");
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    expect(total, [...scripts].map(([name, size]) => `${name} ${size}`).join("\n")).toBeLessThanOrEqual(
      100_000,
    );
    expect(scripts.size).toBeGreaterThan(0);
    expect(
      [...scripts.keys()].filter((name) =>
        /portal|client|login|admin|affiliate|dashboard|home-screen|terms-screen|tus/.test(name),
      ),
    ).toEqual([]);
    expect(calls).toEqual([]);
  });
}

test("BUDGET nothing of a record page shifts while it loads", async ({ page, client }) => {
  await measureShift(page);
  for (const path of [`/record/${client.custom_slug}`, `/record/${client.custom_slug}/video`]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await shiftOf(page), path).toBeLessThan(0.02);
  }
});
