// Accessibility checks with axe, at phone and desktop width, in light and dark.
import type { Page } from "@playwright/test";
import axeCore from "axe-core";
import { expect } from "./sayso.ts";

const TOASTER = "[data-sonner-toaster]";
const CONTRAST = ["color-contrast"];
const ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** A width or a scheme changes layout and colours, never the markup: all rules in two variants, contrast in all four. */
const VARIANTS = [
  { width: 390, colorScheme: "light", allRules: true },
  { width: 390, colorScheme: "dark", allRules: false },
  { width: 1280, colorScheme: "light", allRules: false },
  { width: 1280, colorScheme: "dark", allRules: true },
] as const;
const [PHONE] = VARIANTS;
type Variant = (typeof VARIANTS)[number];

/** The narrowest screen, and a small phone that is turned. */
const NARROW = { width: 320, height: 640 };
const TURNED = { width: 740, height: 360 };
/** The share of a turned phone's height that bars may take. */
const BARS = 0.4;

/**
 * Expects that toasts cover no content, that the page without them has no violations, and that it does not scroll
 * horizontally, even on the narrowest screen; in landscape on a phone, bars must not cover their content.
 */
export async function axe(page: Page, where: string): Promise<void> {
  await expect.poll(() => underToasts(page), `${where}: under a toast`).toEqual([]);
  await toasts(page, "none");
  await inEachVariant(page, async (variant) => {
    await expectNoViolations(page, "html", where, variant);
    if (variant === PHONE) await expectTargets(page, where);
    expect(await overflowsHorizontally(page), `${where}, ${named(variant)}: wider than the screen`).toBe(
      false,
    );
  });
  const before = page.viewportSize();
  await page.setViewportSize(NARROW);
  // A list that becomes cards does so a moment after the screen has become narrow.
  await expect.poll(() => overflowsHorizontally(page), `${where}: wider than ${NARROW.width} px`).toBe(false);
  await page.setViewportSize(TURNED);
  expect(await heightOfBars(page), `${where}: what bars take of a turned phone`).toBeLessThanOrEqual(BARS);
  if (before) await page.setViewportSize(before);
  await toasts(page, "");
}

/** In pixels, per WCAG 2.5.8. Its spacing exception is not used here. */
const TARGET = 24;

/**
 * Expects every link or button to be large enough for a finger, except links within a sentence. Admins use a desktop:
 * in their dense lists the spacing around a target counts, as in axe.
 */
async function expectTargets(page: Page, where: string): Promise<void> {
  if (new URL(page.url()).pathname.startsWith("/clients/admin")) return;
  const small = await page.evaluate((least) => {
    const isInSentence = (link: Element) => {
      for (
        let at: Element | null = link;
        at && getComputedStyle(at).display === "inline";
        at = at.parentElement
      )
        if ([...(at.parentNode?.childNodes ?? [])].some((one) => one.nodeType === 3 && one.nodeValue?.trim()))
          return true;
      return false;
    };
    return [...document.querySelectorAll("a[href], button, summary")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        // A name whose whole row is clickable and a skip link are not targets themselves.
        const isStretched = ["::before", "::after"].some(
          (part) => getComputedStyle(one, part).position === "absolute",
        );
        return width > 1 && height > 1 && (width < least || height < least) && !isStretched;
      })
      .filter((one) => !isInSentence(one))
      .map((one) => `${(one.textContent ?? "").trim()}: ${one.getBoundingClientRect().height} px high`);
  }, TARGET);
  expect(small, `${where}: small targets`).toEqual([]);
}

/** Headings, timers, images, videos and focused fields covered by a toast. */
const underToasts = (page: Page) =>
  page.evaluate(() => {
    const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    const boxes = [...document.querySelectorAll("[data-sonner-toast]")].map((one) =>
      one.getBoundingClientRect(),
    );
    return [
      ...root.querySelectorAll(
        "h1, h2, h3, [role=timer], [data-keep-clear], video, :is(input, select, textarea):focus",
      ),
    ]
      .filter((one) => !one.closest("[data-sonner-toast]"))
      .filter((one) => {
        const { top, bottom, left, right, width } = one.getBoundingClientRect();
        return (
          width > 0 &&
          boxes.some((box) => box.top < bottom && box.bottom > top && box.left < right && box.right > left)
        );
      })
      .map((one) => one.outerHTML.slice(0, 100));
  });

/** Share of the screen's height taken by fixed bars. */
const heightOfBars = (page: Page) =>
  page.evaluate(() => {
    const isBar = (element: Element) => {
      const { top, bottom, width, height } = element.getBoundingClientRect();
      const edge = top <= 0 || bottom >= innerHeight;
      return (
        ["fixed", "sticky"].includes(getComputedStyle(element).position) &&
        edge &&
        height > 0 &&
        height < innerHeight &&
        width >= innerWidth * 0.8
      );
    };
    const bars = [...document.body.querySelectorAll("*")].filter(isBar);
    return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0) / innerHeight;
  });

/** Expects no violation in a toast, kept from fading by the pointer that rests on it. */
export async function axeOnToast(page: Page, where: string): Promise<void> {
  await inEachVariant(page, async (variant) => {
    await page.locator("[data-sonner-toast]").first().hover();
    await expectNoViolations(page, TOASTER, where, variant);
  });
  await page.mouse.move(0, 0);
}

/** Runs a check at each width and in each scheme, then restores the page. */
export async function inEachVariant(page: Page, check: (variant: Variant) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  for (const variant of VARIANTS) {
    await page.setViewportSize({ width: variant.width, height: 844 });
    await page.emulateMedia({ colorScheme: variant.colorScheme });
    await check(variant);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

const named = ({ width, colorScheme }: Variant) => `${width} px, ${colorScheme}`;

const toasts = (page: Page, display: "none" | "") =>
  page
    .locator(TOASTER)
    .evaluateAll((all, shown) => all.forEach((toaster) => (toaster.style.display = shown)), display);

const overflowsHorizontally = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

async function expectNoViolations(page: Page, scope: string, where: string, variant: Variant): Promise<void> {
  await waitForAnimations(page);
  // Once per document; the result of injecting axe cannot be serialised.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${axeCore.source};0`);
  const found = await page.evaluate(
    async ({ selector, runOnly }) => {
      const { axe: injected } = window as unknown as { axe: typeof axeCore };
      // Skips the details of passed rules: they take longer than the rules themselves.
      const { violations } = await injected.run(selector, { runOnly, resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target).join(" ")}`);
    },
    { selector: scope, runOnly: variant.allRules ? ALL : CONTRAST },
  );
  expect(found.map((violation) => `${where}, ${named(variant)}: ${violation}`)).toEqual([]);
}

/** Waits for transitions of theme or width. Polled, because an interrupted one may never finish. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity,
        ),
    undefined,
    { polling: 50 },
  );
}
