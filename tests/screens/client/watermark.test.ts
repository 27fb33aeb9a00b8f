// The watermark's settings: validation, saving, and unsaved changes.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { logIn } from "../../support/screens/login.ts";
import { eventually, fill, look } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind, type Call } from "../../support/screens/shell.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const DASHBOARD = "/clients/dashboard";
const UNSAVED = "You have unsaved changes.";
const TWO_LINES = "A watermark has at most two lines. We removed the rest.";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const card = (page: Page) => look(() => page.get("region", "Watermark"));
const turn = (page: Page) => card(page).get("switch") as HTMLInputElement;
const text = (page: Page) => card(page).get("textbox", "Text") as HTMLTextAreaElement;
const size = (page: Page) => card(page).get("slider", /^Font size/) as HTMLInputElement;
const color = (page: Page) => card(page).field(/Font colour/) as HTMLInputElement;
const choice = (page: Page, group: string, name: string) =>
  look(card(page).get("group", group)).get("radio", name) as HTMLInputElement;
const isTurned = (page: Page, on: boolean) => eventually(() => assert.equal(isOn(turn(page)), on));
const isOn = (one: HTMLElement) =>
  one instanceof HTMLInputElement ? one.checked : one.getAttribute("aria-checked") === "true";
const shows = (page: Page, words: string) => eventually(() => card(page).getText(words));
const lacks = (page: Page, words: string) => eventually(() => assert.ok(card(page).lacks(words)));
const hasText = (page: Page, value: string) => eventually(() => assert.equal(text(page).value, value));

/** An owner's dashboard behind a network that records requests to change the watermark, or answers them itself. */
async function openCard(
  t: TestContext,
  overrides: Partial<ClientRow> = {},
  answer: (call: Call) => Response | undefined = () => undefined,
) {
  const client = await addClient(sayso, overrides);
  const user = await addUser(sayso, { clientId: client.id });
  const network = { down: false };
  const sent: { method: string; body: unknown }[] = [];
  const server = behind(sayso, (asked) => {
    if (!asked.path.endsWith("/watermark")) return answer(asked);
    sent.push({ method: asked.method, body: JSON.parse(String(asked.init.body)) as unknown });
    if (network.down) throw new TypeError("fetch failed");
    return answer(asked);
  });
  const page = await openPage(t, server, DASHBOARD, { cookie: await signIn(sayso, user) });
  await page.find("region", "Watermark");
  const row = (columns: string) => sayso.row(`SELECT ${columns} FROM clients WHERE id = ?`, client.id);
  return { page, client, user, network, sent, row };
}

async function reload(page: Page): Promise<void> {
  await page.goto(DASHBOARD);
  await page.find("region", "Watermark");
}

async function saveAll(page: Page): Promise<void> {
  await page.click("button", "Save All");
  await page.toast("Watermark settings updated");
}

test("saves the switch at once, by itself, and leaves what is being typed alone (WMK01)", async (t) => {
  const { page, sent, row } = await openCard(t);
  await isTurned(page, false);
  fill(text(page), "Not saved yet");
  await page.user.click(turn(page));
  await isTurned(page, true);
  await page.toast("Watermark setting updated");
  assert.deepEqual(sent, [{ method: "PATCH", body: { watermark_enabled: true } }]);
  assert.deepEqual(await row("watermark_enabled, watermark_text"), {
    watermark_enabled: 1,
    watermark_text: null,
  });
  await hasText(page, "Not saved yet");
  await reload(page);
  await isTurned(page, true);
});

test("lets a switch that was not saved jump back, and says why (WMK02)", async (t) => {
  const { page, network, row } = await openCard(t);
  network.down = true;
  await page.user.click(turn(page));
  await page.toast("Error", "We cannot reach the server.");
  await isTurned(page, false);
  assert.equal((await row("watermark_enabled"))?.watermark_enabled, 0);
});

test("drops a third line, and says so (WMK03)", async (t) => {
  const { page } = await openCard(t);
  fill(text(page), "Blue Door\nBakery");
  await hasText(page, "Blue Door\nBakery");
  await lacks(page, TWO_LINES);
  await page.user.type(text(page), "{Enter}");
  await shows(page, TWO_LINES);
  await hasText(page, "Blue Door\nBakery");
  fill(text(page), "One\nTwo\nThree");
  await hasText(page, "One\nTwo");
  await shows(page, TWO_LINES);
  fill(text(page), "One");
  await lacks(page, TWO_LINES);
});

test("gives each setting its range and its default, and says what it is for (CLI11 WMK04 WMK05 WMK06 WMK07 WMK09)", async (t) => {
  const { page } = await openCard(t);
  const { min, max, step, value } = size(page);
  assert.deepEqual([min, max, step, value], ["12", "48", "1", "24"]);
  assert.equal(color(page).value, "#ffffff");
  assert.equal(look(card(page).get("group", "Position")).all("radio").length, 6);
  for (const side of ["Top", "Bottom"])
    for (const across of ["left", "centre", "right"])
      assert.equal(
        choice(page, "Position", `${side} ${across}`).checked,
        `${side} ${across}` === "Top right",
        `${side} ${across}`,
      );
  for (const name of ["Left", "Centre", "Right"])
    assert.equal(choice(page, "Text alignment", name).checked, name === "Centre", name);
  await card(page).waitForText("The watermark of a video can no longer be altered after recording.");
});

test("saves the five settings in one update by Save All (WMK08)", async (t) => {
  const { page, sent, row } = await openCard(t);
  fill(text(page), "Blue Door\nBakery");
  fill(size(page), "31");
  fill(color(page), "#ffcc00");
  await page.user.click(choice(page, "Position", "Bottom left"));
  await page.user.click(choice(page, "Text alignment", "Right"));
  await shows(page, UNSAVED);
  await saveAll(page);
  const settings = {
    watermark_text: "Blue Door\nBakery",
    watermark_font_size: 31,
    watermark_font_color: "#ffcc00",
    watermark_position: "bottom-left",
    watermark_text_alignment: "right",
  };
  assert.deepEqual(sent, [{ method: "PATCH", body: settings }]);
  assert.deepEqual(await row(Object.keys(settings).join(", ")), settings);
  await lacks(page, UNSAVED);
  const drafts = Object.keys(page.window.sessionStorage).filter((key) => key.includes("draft"));
  assert.deepEqual(drafts, []);
  await reload(page);
  await hasText(page, "Blue Door\nBakery");
  assert.ok(choice(page, "Position", "Bottom left").checked);
});

test("leaves settings that were not saved as they are, and says why (WMK08)", async (t) => {
  const { page, network, row } = await openCard(t);
  network.down = true;
  fill(text(page), "Blue Door");
  await page.click("button", "Save All");
  await page.toast("Error", "We cannot reach the server.");
  await hasText(page, "Blue Door");
  await shows(page, UNSAVED);
  network.down = false;
  await saveAll(page);
  assert.equal((await row("watermark_text"))?.watermark_text, "Blue Door");
});

test("keeps unsaved changes over a reload, until they are discarded (WMK08)", async (t) => {
  const { page } = await openCard(t);
  fill(text(page), "Half a tho");
  await shows(page, UNSAVED);
  await reload(page);
  await hasText(page, "Half a tho");
  await page.click("button", "Discard changes");
  await hasText(page, "");
  await lacks(page, UNSAVED);
  await reload(page);
  await hasText(page, "");
});

test("loses nothing to a session that ends while one types: after signing in it can be saved (WMK08 AUT18)", async (t) => {
  const { page, user, row } = await openCard(t);
  fill(text(page), "Typed before");
  fill(size(page), "40");
  await sayso.change("DELETE FROM sessions WHERE user_id = ?", user.id);
  await page.click("button", "Save All");
  await eventually(() => assert.match(page.address, /^\/clients\/login\?next=/));
  await logIn(page, user);
  await eventually(() => assert.equal(page.address, DASHBOARD));
  await page.find("region", "Watermark");
  await hasText(page, "Typed before");
  assert.equal(size(page).value, "40");
  assert.equal((await row("watermark_text"))?.watermark_text, null);
  await saveAll(page);
  assert.deepEqual(await row("watermark_text, watermark_font_size"), {
    watermark_text: "Typed before",
    watermark_font_size: 40,
  });
});

test("takes the company's name for a blank text, in the preview and for customers (WMK11)", async (t) => {
  const { page, client } = await openCard(t, { watermark_enabled: 1, watermark_text: "Old text" });
  await page.find("img", "Watermark: Old text");
  fill(text(page), "  ");
  await page.find("img", "Watermark: Corner Shop");
  await saveAll(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.waitForText("Watermark enabled. Your video will show “Corner Shop”.");
});

test("saves all the same over a network that knows GET and POST only (WMK01 RTE14)", async (t) => {
  const { page, row } = await openCard(t, {}, ({ method, path }) =>
    path.startsWith("/api/") && !/GET|POST/.test(method)
      ? new Response("<h1>Method not allowed</h1>", { status: 405, headers: { "content-type": "text/html" } })
      : undefined,
  );
  await page.user.click(turn(page));
  await page.toast("Watermark setting updated");
  assert.equal((await row("watermark_enabled"))?.watermark_enabled, 1);
});

test("repeats no change by itself that nobody answered; pressed again it goes as POST (WMK02)", async (t) => {
  const { page, sent } = await openCard(t, {}, ({ method, path }) => {
    if (path.endsWith("/watermark") && !/GET|POST/.test(method)) throw new TypeError("connection reset");
    return undefined;
  });
  const methods = () => sent.map(({ method }) => method);
  await page.user.click(turn(page));
  await page.toast("Error", "We cannot reach the server.");
  assert.deepEqual(methods(), ["PATCH"]);
  await isTurned(page, false);
  await page.user.click(turn(page));
  await page.toast("Watermark setting updated");
  assert.deepEqual(methods(), ["PATCH", "POST"]);
});

test("is changed by nobody else: neither signed out, nor as another client (WMK01 WMK08 AUT18)", async () => {
  const mine = await addClient(sayso);
  const other = await addUser(sayso, { clientId: (await addClient(sayso)).id });
  const attempt = async (cookie?: string) =>
    (
      await call(sayso, "PATCH", `/api/client/${mine.id}/watermark`, {
        body: { watermark_enabled: true },
        ...(cookie ? { cookie } : {}),
      })
    ).status;
  assert.equal(await attempt(), 401);
  assert.equal(await attempt(await signIn(sayso, other)), 404);
  const row = await sayso.row("SELECT watermark_enabled FROM clients WHERE id = ?", mine.id);
  assert.equal(row?.watermark_enabled, 0);
});
