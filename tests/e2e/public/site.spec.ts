import { expect, test } from "../sayso.ts";

const PAGES = [
  ["/", "Sayso: video testimonials from your customers"],
  ["/demo", "Demo Version"],
  ["/onboarding", "Complete Your Setup"],
  ["/terms", "Terms & Conditions"],
  ["/privacy", "Privacy Policy"],
  ["/partners", "Partner programme"],
  ["/affiliates/terms", "Partner Terms"],
] as const;

for (const [path, title] of PAGES) {
  test(`RTE01 ${path} tells search engines and shared links what it is`, async ({ page, request, sayso }) => {
    const answer = await page.goto(`${path}?utm=1`);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle(title);
    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute("content");
    const description = (await content("description")) ?? "";
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThan(170);
    expect(await content("og:title")).toBe(path === "/" ? title : `${title} | Sayso`);
    expect(await content("og:description")).toBe(description);
    expect(await content("og:url")).toBe(`${sayso.origin}${path}`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${sayso.origin}${path}`);
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    const picture = await request.get((await content("og:image")) ?? "none");
    expect(picture.status()).toBe(200);
    const png = await picture.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });
}

test("RTE01 what belongs to one visitor alone is not for search engines", async ({ page, client }) => {
  for (const path of [
    "/thank-you",
    "/sign-up/confirm",
    `/record/${client.custom_slug}`,
    "/clients/login",
    "/nothing/here",
  ]) {
    await page.goto(path);
    await expect(page.locator('meta[name="robots"]'), path).toHaveAttribute("content", "noindex");
  }
});

test("RTE01 the manifest and its icons are there, and so is the icon of a home screen", async ({
  page,
  request,
}) => {
  await page.goto("/");
  const address = (await page.locator('link[rel="manifest"]').getAttribute("href")) ?? "none";
  const manifest = (await (await request.get(address)).json()) as {
    name: string;
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect(manifest.name).toBe("Sayso");
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"], src).toBe(type);
    if (type !== "image/png") continue;
    const png = await icon.body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
  for (const rel of ["apple-touch-icon", "icon"]) {
    const link = await page.locator(`link[rel="${rel}"]`).getAttribute("href");
    expect((await request.get(link ?? "none")).status(), rel).toBe(200);
  }
});

test("RTE01 robots.txt names the map, and the map every page that may be found", async ({
  request,
  sayso,
}) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${sayso.origin}/sitemap.xml`);
  const map = await (await request.get("/sitemap.xml")).text();
  expect([...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual(
    PAGES.map(([path]) => `${sayso.origin}${path}`),
  );
});

test("RTE05 the site's folder gives nothing but its pictures", async ({ request }) => {
  for (const path of ["/site/", "/site/nothing.png", "/site/..%2findex.html", "/site/og-home.txt"]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});
