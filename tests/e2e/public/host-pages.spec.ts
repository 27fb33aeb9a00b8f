// Embeds on pages of other sites, which the test serves from an origin of their own.
import type { BrowserContextOptions, Page } from "@playwright/test";
import { sandboxed, startHostSite, wallSnippets, type Snippets } from "../../support/browsers/host-site.ts";
import { addPublication } from "../../support/people/owner/publications.ts";
import { measureShift, shiftOf } from "../layout-shift.ts";
import { expect, test as base } from "../sayso.ts";

type Host = {
  /** Opens a page of the host in a browser of its own; `requests` fills with every URL asked for. */
  open(html: string, options?: Opened): Promise<{ page: Page; requests: string[] }>;
};
type Opened = BrowserContextOptions & { headers?: Record<string, string> };

const test = base.extend<{ host: Host; snippets: Snippets }>({
  host: async ({ browser, sayso }, provide) => {
    const site = await startHostSite();
    const contexts: { close(): Promise<void> }[] = [];
    await provide({
      async open(html, { headers = {}, ...options } = {}) {
        site.show(html, headers);
        const context = await browser.newContext(options);
        contexts.push(context);
        const page = await context.newPage();
        const requests: string[] = [];
        page.on("request", (request) => requests.push(request.url()));
        if (options.javaScriptEnabled !== false) await measureShift(page);
        await page.goto(site.origin);
        expect(await context.cookies()).toEqual([]);
        for (const url of requests) expect([site.origin, sayso.url.origin]).toContain(new URL(url).origin);
        return { page, requests };
      },
    });
    for (const context of contexts) await context.close();
    site.close();
  },

  snippets: async ({ sayso, client }, provide) => provide(await wallSnippets(sayso, client)),
});

const FRAMES = { one: /\/embed\/[0-9a-f]{32}/, wall: /\/embed\/wall\// };
const framesOf = (page: Page) => ({
  one: page.frames().find((frame) => FRAMES.one.test(frame.url())),
  wall: page.frames().find((frame) => FRAMES.wall.test(frame.url())),
});

/** Waits until the film of one and those of the wall can be played. */
async function shown(page: Page): Promise<void> {
  await expect.poll(() => Object.values(framesOf(page)).every(Boolean)).toBe(true);
  const { one, wall } = framesOf(page);
  await expect(one?.locator("video") ?? page.locator("none")).toBeVisible();
  await expect(wall?.locator("video") ?? page.locator("none")).toHaveCount(12);
  await expect(wall?.locator("video").first() ?? page.locator("none")).toBeVisible();
}

const posters = (requests: string[]) =>
  new Set(requests.filter((url) => /\/t\/.*\/poster\.jpg/.test(url))).size;

for (const width of [1280, 320])
  test(`embeds shift nothing, store nothing and load only the posters in sight, ${width} px wide (PUB07 PUB08 PUB11 INV64)`, async ({
    host,
    sayso,
    client,
    snippets,
  }) => {
    const { page, requests } = await host.open(`${snippets.wall}<p>Between</p>${snippets.one}`, {
      viewport: { width, height: 800 },
    });
    await page.mouse.wheel(0, 600);
    await shown(page);
    await page.waitForLoadState("networkidle");
    const { wall } = framesOf(page);
    expect(await shiftOf(page)).toBe(0);
    for (const frame of page.frames()) {
      expect(await frame.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
      expect(
        await frame.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]),
      ).toEqual(["", 0, 0]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const before = posters(requests);
    const inSight = await wall?.evaluate(
      () => [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight).length,
    );
    expect(inSight).toBeLessThan(12);
    // And that of the single one.
    expect(before).toBeLessThanOrEqual((inSight ?? 0) + 1);
    expect(requests.filter((url) => url.endsWith("/film"))).toEqual([]);
    await wall?.locator("figure").last().scrollIntoViewIfNeeded();
    await expect.poll(() => posters(requests)).toBeGreaterThan(before);
    // Above its poster, which it covers as soon as it has a picture.
    await wall
      ?.locator("video")
      .last()
      .evaluate((film: HTMLVideoElement) => film.play());
    await expect.poll(() => requests.filter((url) => url.endsWith("/film")).length).toBeGreaterThan(0);
    const counted = () =>
      sayso.row(
        `SELECT sum(v.shown) > 1 AS shown, sum(v.begun) AS begun
           FROM testimonial_views v JOIN submissions s ON s.id = v.submission_id WHERE s.client_id = ?`,
        client.id,
      );
    await expect.poll(counted).toEqual({ shown: 1, begun: 1 });
  });

test("what is seen on further pages of a wall counts for the site that shows it (PUB11)", async ({
  host,
  sayso,
  client,
  snippets,
}) => {
  const at = { customer_name: "Ann 13", published_at: 1 };
  const { publicId } = await addPublication(sayso, client, at);
  const { page, requests } = await host.open(sandboxed(snippets.wallFrame));
  await expect.poll(() => framesOf(page).wall?.url()).toBeTruthy();
  const { wall } = framesOf(page);
  await wall?.getByRole("link", { name: "More" }).click();
  await expect(wall?.getByRole("link", { name: "Ann 13" }) ?? page.locator("none")).toBeVisible();
  const views = () => requests.filter((url) => url.includes(`/t/${publicId}/views`));
  await expect.poll(() => views().length).toBe(1);
  expect(new URL(views()[0] ?? "").searchParams.get("host")).toBe(new URL(page.url()).host);
});

test("frames work in a sandbox with an opaque origin, and without JavaScript (PUB07 INV64)", async ({
  host,
  snippets,
}) => {
  const frames = snippets.oneFrame + snippets.wallFrame;
  const apart = await host.open(sandboxed(frames));
  await shown(apart.page);
  const { wall } = framesOf(apart.page);
  expect(await wall?.evaluate(() => origin)).toBe("null");
  const film = wall?.locator("video").first();
  await film?.evaluate((video: HTMLVideoElement) => video.play());
  await expect.poll(() => film?.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);

  const plain = await host.open(frames + snippets.wall + snippets.one, { javaScriptEnabled: false });
  await shown(plain.page);
  const links = plain.page.locator("sayso-wall a, sayso-testimonial a");
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link.getByRole("img", { name: /^Video testimonial/ })).toBeVisible();
    expect(await link.getAttribute("href")).toMatch(/\/(w|t)\/[0-9a-f]{32}$/);
  }
});

test("the script works under a strict policy with Trusted Types that names only our origin (PUB07)", async ({
  host,
  sayso,
  snippets,
}) => {
  const ours = sayso.url.origin;
  const policy = `default-src 'none'; script-src ${ours}; frame-src ${ours}; img-src ${ours}; require-trusted-types-for 'script'; trusted-types 'none'`;
  const { page } = await host.open(`${snippets.one}<p>Between</p>${snippets.wall}`, {
    headers: { "content-security-policy": policy },
  });
  await shown(page);
  expect(await shiftOf(page)).toBe(0);

  const narrow = await host.open(snippets.oneFrame + snippets.wallFrame, {
    headers: { "content-security-policy": policy },
    viewport: { width: 320, height: 800 },
  });
  await shown(narrow.page);
  expect(await shiftOf(narrow.page)).toBe(0);
  expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("the script follows client-side navigation (PUB07)", async ({ host, snippets }) => {
  const { page } = await host.open(`<main>${snippets.one}${snippets.wall}</main>`);
  await shown(page);
  await page.evaluate(() => document.querySelector("main")?.replaceChildren());
  await expect.poll(() => page.frames().length).toBe(1);
  await page.evaluate((html) => {
    const main = document.querySelector("main");
    if (main) main.innerHTML = html;
  }, snippets.one + snippets.wall);
  await shown(page);
  const source = await page.evaluate(() => {
    const element = document.querySelector("sayso-testimonial");
    element?.setAttribute("of", "other");
    return element?.shadowRoot?.querySelector("iframe")?.src;
  });
  expect(source).toMatch(/\/embed\/other$/);
});
