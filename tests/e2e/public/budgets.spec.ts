import { measureShift, shiftOf } from "../layout-shift.ts";
import { watchLoading } from "../page-weight.ts";
import { expect, test } from "../sayso.ts";

for (const tail of ["", "/video"]) {
  test(`BUDGET the first load of /record/{slug}${tail} is at most 100 kB of JavaScript, of this area only, without an API call`, async ({
    page,
    client,
  }) => {
    const loaded = watchLoading(page);
    await page.goto(`/record/${client.custom_slug}${tail}`);
    await expect(
      page
        .getByRole("main")
        .getByRole(tail ? "button" : "link")
        .first(),
    ).toBeVisible();
    await page.waitForLoadState("networkidle");
    const all = [...(await loaded())];
    const scripts = all.filter(([name]) => name.endsWith(".js"));
    const total = scripts.reduce((sum, [, size]) => sum + size, 0);
    expect(total, scripts.map(([name, size]) => `${name} ${size}`).join("\n")).toBeLessThanOrEqual(100_000);
    expect(scripts.length).toBeGreaterThan(0);
    expect(
      scripts.filter(([name]) =>
        /portal|client|login|admin|affiliate|dashboard|home-screen|terms-screen|upload/.test(name),
      ),
    ).toEqual([]);
    expect(all.filter(([name]) => /^\/(api|functions)\//.test(name))).toEqual([]);
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
