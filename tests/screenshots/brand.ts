// Icons and the pictures that social networks show, drawn from the mark, the tokens and the fonts.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";

const PLACE = "web/public/site";
const PAPER = "#fffaf3";
const INK = "#1a1510";
const SIGNAL = "#d92d20";

/** Texts of the social cards; the last word ends in the record dot. */
const CARDS = [
  {
    name: "home",
    line: "Your customers<br>say so",
    note: "Video testimonials for small shops",
    face: "maya",
  },
  { name: "demo", line: "Try it on<br>your phone", note: "A short video, from you to you", face: "tom" },
  {
    name: "onboarding",
    line: "Set up your<br>recording page",
    note: "Your name, your logo, your review page",
    face: "grace",
  },
  {
    name: "terms",
    line: "The terms,<br>in plain words",
    note: "No commitment, cancel any time",
    face: "peter",
  },
];

const ICONS = [
  { name: "apple-touch-icon", size: 180, mark: 0.66, corner: 0 },
  { name: "icon-192", size: 192, mark: 0.7, corner: 0.22 },
  { name: "icon-512", size: 512, mark: 0.7, corner: 0.22 },
  // Launchers cut these to a circle of four fifths.
  { name: "icon-maskable-512", size: 512, mark: 0.54, corner: 0 },
];

/** Draws all pictures into the folder of static files. */
export async function makeBrandPictures(browser: Browser): Promise<void> {
  await mkdir(PLACE, { recursive: true });
  const page = await browser.newPage();
  const mark = await markOf("web/src/brand/mark.tsx");
  for (const icon of ICONS) {
    await page.setViewportSize({ width: icon.size, height: icon.size });
    await page.setContent(
      `<body style="margin:0"><div style="display:grid;place-items:center;width:${icon.size}px;height:${icon.size}px;` +
        `background:${PAPER};border-radius:${icon.corner * icon.size}px"><div style="width:${icon.mark * icon.size}px">${mark}</div></div>`,
    );
    await shoot(page, icon.name, icon.corner > 0);
  }
  const fonts = await fontFaces();
  await page.setViewportSize({ width: 1200, height: 630 });
  for (const card of CARDS) {
    const face = await readFile(`web/src/areas/public/home/portraits/${card.face}.svg`, "utf8");
    await page.setContent(cardHtml(card, mark, face, fonts));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await shoot(page, `og-${card.name}`, false);
  }
  await page.close();
}

async function shoot(page: Page, name: string, clear: boolean): Promise<void> {
  await writeFile(`${PLACE}/${name}.png`, await page.screenshot({ omitBackground: clear }));
}

/** Reads the bubble's outline from the app's source. */
async function markOf(file: string): Promise<string> {
  const bubble = /BUBBLE =\s*"([^"]+)"/.exec(await readFile(file, "utf8"))?.[1];
  if (!bubble) throw new Error(`${file} has no bubble`);
  return (
    `<svg viewBox="0 0 32 32" style="display:block;width:100%"><path fill="${INK}" d="${bubble}"/>` +
    `<circle fill="${SIGNAL}" cx="16" cy="15.9" r="6.5"/></svg>`
  );
}

async function fontFaces(): Promise<string> {
  const face = async (family: string, file: string, weights: string) => {
    const data = await readFile(`node_modules/@fontsource-variable/${file}`, "base64");
    return `@font-face{font-family:"${family}";font-weight:${weights};src:url(data:font/woff2;base64,${data})}`;
  };
  return (
    (await face(
      "Bricolage",
      "bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
      "200 800",
    )) +
    (await face("Instrument", "instrument-sans/files/instrument-sans-latin-wght-normal.woff2", "400 700"))
  );
}

function cardHtml(card: (typeof CARDS)[number], mark: string, face: string, fonts: string): string {
  const bubble = mark.replace(/<circle[^>]*>/, "");
  return `<style>${fonts}
    * { box-sizing: border-box; margin: 0 }
    body { width: 1200px; height: 630px; overflow: hidden; background: ${PAPER}; color: ${INK}; position: relative }
    h1 { position: absolute; left: 72px; top: 196px; font: 800 86px/0.96 Bricolage; letter-spacing: -0.045em; white-space: nowrap }
    h1 i { display: inline-block; width: 0.2em; height: 0.2em; margin-left: 0.05em; border-radius: 50%; background: ${SIGNAL} }
    p { position: absolute; left: 76px; bottom: 150px; font: 500 32px/1.2 Instrument; color: #6a6056 }
    .name { position: absolute; left: 72px; top: 64px; display: flex; gap: 14px; align-items: center; font: 700 44px Bricolage; letter-spacing: -0.03em }
    .name div { width: 56px }
    .big { position: absolute; right: 28px; top: 66px; width: 480px; transform: scaleX(-1) }
    .face { position: absolute; right: 108px; top: 114px; width: 320px; height: 320px; overflow: hidden; border-radius: 50% }
    .face svg { width: 320px; margin-top: -76px }
    .ring { position: absolute; right: 92px; top: 98px; width: 352px }
  </style>
  <div class="name"><div>${mark}</div>Sayso</div>
  <h1>${card.line}<i></i></h1><p>${card.note}</p>
  <div class="big">${bubble}</div>
  <div class="face">${face}</div>
  <svg class="ring" viewBox="0 0 352 352"><circle cx="176" cy="176" r="168" fill="none" stroke="${PAPER}" stroke-opacity="0.25" stroke-width="8"/><circle cx="176" cy="176" r="168" fill="none" stroke="${SIGNAL}" stroke-width="8" stroke-linecap="round" pathLength="40" stroke-dasharray="14 40" transform="rotate(-90 176 176)"/></svg>`;
}
