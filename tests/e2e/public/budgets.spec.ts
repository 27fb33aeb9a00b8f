import { measureShift, shiftOf } from "../layout-shift.ts";
import { watchLoading } from "../page-weight.ts";
import { disableTimeouts } from "../clocks.ts";
import { expect, test } from "../sayso.ts";

/** Kilobytes until the page is complete, compressed with brotli where the edge would. */
const FIRST_LOADS = [
  { tail: "", all: 105, scripts: 70, wasm: 0, fonts: 17 },
  // A hash in a file's name changes what brotli makes of it by some bytes.
  { tail: "/video", all: 135.2, scripts: 88.8, wasm: 18.4, fonts: 17 },
];

for (const { tail, all, scripts, wasm, fonts } of FIRST_LOADS) {
  test(`BUDGET the first load of /record/{slug}${tail} is at most ${all} kB, ${scripts} of them JavaScript of this area only, without an API call`, async ({
    page,
    client,
  }) => {
    // Leaves out requests made after five seconds, however long the test takes.
    await disableTimeouts(page, 5000);
    const loaded = watchLoading(page);
    const rules = wasm > 0 ? page.waitForResponse(/\/rules_bg\.wasm$/) : null;
    await page.goto(`/record/${client.custom_slug}${tail}`);
    await expect(
      page
        .getByRole("main")
        .getByRole(tail ? "button" : "link")
        .first(),
    ).toBeVisible();
    await rules;
    await page.waitForLoadState("networkidle");
    const files = [...(await loaded())];
    const listed = files.map(([name, size]) => `${size} ${name}`).join("\n");
    const kilobytesOf = (ending: string) =>
      files.filter(([name]) => name.endsWith(ending)).reduce((sum, [, size]) => sum + size, 0) / 1000;
    expect(kilobytesOf(".js"), listed).toBeLessThanOrEqual(scripts);
    expect(kilobytesOf(".js")).toBeGreaterThan(50);
    expect(kilobytesOf(".wasm"), listed).toBeLessThanOrEqual(wasm);
    expect(kilobytesOf(".woff2"), listed).toBeLessThanOrEqual(fonts);
    expect(kilobytesOf(".woff2")).toBeGreaterThan(10);
    expect(kilobytesOf(""), listed).toBeLessThanOrEqual(all);
    expect(
      files.filter(([name]) =>
        /(portal|client|login|admin|affiliate|dashboard|home-screen|terms-screen|upload|router)[^/]*$/.test(
          name,
        ),
      ),
    ).toEqual([]);
    expect(files.filter(([name]) => /^\/(api|functions)\//.test(name))).toEqual([]);
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
