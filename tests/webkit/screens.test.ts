// Screens in WebKit beside the same ones in Chromium: as wide as a phone, and among the long proofs as a desk.
import assert from "node:assert/strict";
import { after } from "node:test";
import type { Browser, Page } from "puppeteer-core";
import type { WebDriver } from "selenium-webdriver";
import { launchChromium } from "../support/browsers/launch-chromium.ts";
import { addPartner } from "../support/people/partner/affiliates.ts";
import { addClient } from "../support/people/owner/clients.ts";
import { addSubmission } from "../support/people/customer/submissions.ts";
import { cases, thorough } from "../support/runtime/thorough.ts";
import { addUser, type Area, type User } from "../support/people/owner/users.ts";
import { until, type Sayso } from "../support/runtime/worker.ts";
import adminPaths from "#api/generated/admin-paths.json" with { type: "json" };
import sitePaths from "#api/generated/paths.json" with { type: "json" };
import { press, shown } from "./customer.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests({ cookies: "loopback" });
const routes = { ...sitePaths, ...adminPaths };
const WIDTHS = thorough ? [390, 1280] : [390];
const AT = `at ${WIDTHS.join(" and ")} pixels`;
const HEIGHT = 844;
/** Pixels by which the engines may place and size a landmark differently. */
const NEAR = 8;
/**
 * Tolerance for vertical positions, which depend on text: WebKit rounds line heights to whole pixels, and wraps
 * elsewhere.
 */
const DRIFT = 0.05;

let chromium: Promise<Browser> | undefined;
after(async () => (await chromium)?.close());

type Box = { landmark: string; left: number; top: number; width: number };
type Layout = { boxes: Box[]; tooWide: boolean; busy: boolean };

/** Positions of a page's landmarks; runs in the page. */
function layout(): Layout {
  const landmarks = ["header", "nav", "main", "h1", "form", "footer", "dialog"];
  const boxes = landmarks.flatMap((landmark) => {
    const element = [...document.querySelectorAll(landmark)].find((one) => one.getClientRects().length > 0);
    if (!element) return [];
    const { left, top, width } = element.getBoundingClientRect();
    // A modal dialog does not scroll with the page.
    return [{ landmark, left, top: element.closest("dialog") ? top : top + scrollY, width }];
  });
  return {
    boxes,
    tooWide: document.documentElement.scrollWidth > innerWidth,
    busy:
      !document.querySelector("h1, h2")?.textContent ||
      document.querySelector('[aria-busy="true"]') !== null ||
      document.fonts.status !== "loaded",
  };
}

/** The layout once it is stable. */
async function atRest(look: () => Promise<Layout>): Promise<Layout> {
  let last = "";
  let calm = 0;
  return until("a page at rest", async () => {
    const seen = await look();
    const now = JSON.stringify(seen);
    calm = now === last && !seen.busy ? calm + 1 : 0;
    last = now;
    return calm >= 3 && seen;
  });
}

/** Asserts that both engines show the same page, and that nothing is wider than the window. */
async function assertAlike(name: string, webkit: WebDriver, page: Page): Promise<void> {
  const [here, there] = await Promise.all([
    atRest(() => webkit.executeScript(layout)),
    atRest(() => page.evaluate(layout)),
  ]);
  assert.ok(!here.tooWide, `${name} is wider than the window`);
  assert.deepEqual(
    here.boxes.map(({ landmark }) => landmark),
    there.boxes.map(({ landmark }) => landmark),
    name,
  );
  for (const [index, box] of here.boxes.entries()) {
    const other = there.boxes[index] ?? box;
    for (const [side, near] of [
      ["left", NEAR],
      ["width", NEAR],
      ["top", NEAR + DRIFT * other.top],
    ] as const)
      assert.ok(
        Math.abs(box[side] - other[side]) <= near,
        `${side} of ${box.landmark} on ${name}: ${box[side]}, in Chromium ${other[side]}`,
      );
  }
}

/** Signs in with a request of the page, which stores the cookie. Runs in the page. */
const signIn = (area: Area, email: string, password: string) =>
  fetch("/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ area, email, password }),
  }).then(({ status }) => status);

/** An address, and the button there that opens a dialog; without one the address opens it. */
type Screen = string | { path: string; button: string | null };

/** Opens the same screens in both browsers, at each width. */
async function compare(
  webkit: WebDriver,
  sayso: Sayso,
  go: (address: string) => Promise<void>,
  screens: readonly Screen[],
  login?: { area: Area; user: User },
): Promise<void> {
  chromium ??= launchChromium();
  const context = await (await chromium).createBrowserContext();
  const page = await context.newPage();
  const address = (path: string) => new URL(path, sayso.url).href;
  if (login) {
    const { area, user } = login;
    await Promise.all([go(address(routes.terms)), page.goto(address(routes.terms))]);
    assert.equal(await webkit.executeScript(signIn, area, user.email, user.password), 200);
    assert.equal(await page.evaluate(signIn, area, user.email, user.password), 200);
  }
  for (const width of WIDTHS) {
    await webkit.manage().window().setRect({ x: 0, y: 0, width, height: HEIGHT });
    for (const screen of screens) {
      const { path, button } = typeof screen === "string" ? { path: screen, button: null } : screen;
      const hasDialog = typeof screen !== "string";
      await go(address(path));
      const [inner, height] = await webkit.executeScript<[number, number]>(
        "return [innerWidth, innerHeight]",
      );
      assert.equal(inner, width);
      await page.setViewport({ width, height });
      await page.goto(address(path));
      if (button) {
        await press(webkit, button);
        await page.locator(`::-p-aria([name="${button}"][role="button"])`).click();
      }
      if (hasDialog) {
        await until("the dialog", () =>
          webkit.executeScript<boolean>("return document.querySelector('dialog[open]') !== null"),
        );
        await page.waitForSelector("dialog[open]");
      }
      await assertAlike(`${path} at ${width} pixels`, webkit, page);
    }
  }
  await context.close();
}

test(`REC30 the public screens look in WebKit as they do in Chromium, ${AT}`, async ({ page, sayso, go }) => {
  const client = await addClient(sayso);
  const record = routes.record.replace(":slug", client.custom_slug);
  // The last ones are laid out like others.
  const screens: readonly Screen[] = [
    record,
    `${record}/video`,
    { path: routes.branded.replace(":page", "wpms"), button: "Leave a Video Testimonial" },
    routes.home,
    routes.onboarding,
    routes.partners,
    routes.affiliateApply,
    routes.portal,
    routes.terms,
    routes.clientLogin,
    routes.branded.replace(":page", "wpms"),
    routes.demo,
    { path: routes.demo, button: "Start Demo Recording" },
    routes.thankYou,
    routes.signUpConfirm,
    routes.affiliateSuccess,
    routes.affiliateTerms,
    routes.privacy,
    routes.adminLogin,
    routes.affiliateLogin,
  ];
  await compare(page, sayso, go, cases(10, screens));
});

test(`CLI03 the portal's screens look in WebKit as they do in Chromium, ${AT}`, async ({
  page,
  sayso,
  go,
}) => {
  const client = await addClient(sayso, { watermark_enabled: 1 });
  const submission = await addSubmission(sayso, client, { withVideo: true });
  const user = await addUser(sayso, { clientId: client.id });
  const screens: readonly Screen[] = [
    routes.clientDashboard,
    { path: `${routes.clientSubmissions}?id=${submission}`, button: null },
    routes.clientSharing,
    routes.clientCard,
    routes.clientBilling,
    routes.clientSubmissions,
    routes.clientDrive,
    routes.clientSupport,
    routes.clientSecurity,
  ];
  await compare(page, sayso, go, cases(5, screens), { area: "client", user });
});

test(`ADM01 the admin's screens and the partner's look in WebKit as they do in Chromium, ${AT}`, async ({
  page,
  sayso,
  go,
}) => {
  await addSubmission(sayso, await addClient(sayso));
  const admin = await addUser(sayso, { roles: ["admin"] });
  const screens = [
    routes.admin,
    `${routes.admin}?add=1`,
    routes.adminAudit,
    routes.adminEmails,
    routes.adminOperations,
    routes.adminPayments,
    routes.adminSettings,
    routes.adminAffiliates,
    routes.adminForwarding,
    routes.adminPaymentSetup,
    routes.adminRetention,
    routes.adminSecurity,
    routes.adminSetups,
    routes.adminSignUps,
  ];
  await compare(page, sayso, go, cases(7, screens), { area: "admin", user: admin });
  const user = await addUser(sayso, { roles: ["affiliate"] });
  await addPartner(sayso, user.id);
  const partner = [routes.affiliateDashboard, routes.affiliateSecurity];
  await compare(page, sayso, go, cases(1, partner), { area: "affiliate", user });
});

test("AUT01 a business logs in with Safari's engine on one's own machine", async ({ page, sayso, go }) => {
  const client = await addClient(sayso, { company_name: "Corner Shop" });
  const user = await addUser(sayso, { clientId: client.id });
  await go(new URL(routes.clientLogin, sayso.url).href);
  await (await shown(page, "textbox", "Email")).sendKeys(user.email);
  await (await shown(page, "textbox", "Password")).sendKeys(user.password);
  await press(page, "Login");
  await shown(page, "heading", "Corner Shop");
});
