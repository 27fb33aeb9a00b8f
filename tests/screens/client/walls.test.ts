// Walls in the portal: made, filled, ordered, themed, copied and deleted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { WallSettings } from "#api/generated/walls.ts";
import { addPublication } from "../../support/people/owner/publications.ts";
import { eventually, fill, hasFocus, look, textOf } from "../../support/screens/look.ts";
import { openAsOwner } from "../../support/screens/signed-in.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const WALLS = "/clients/walls";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("makes a wall, orders and pins its testimonials by keyboard, and saves as it goes (PUB09)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, WALLS);
  for (const [index, customer_name] of ["Ann", "Bea", "Cy"].entries())
    await addPublication(sayso, client, { customer_name, published_at: Date.now() - index * 60_000 });
  await page.goto(WALLS);
  fill(await page.find("textbox", "Name"), "Front page");
  await page.click("button", "Make wall");
  const preview = async () =>
    (await page.find("region", "Preview")).querySelector("iframe")?.getAttribute("src");
  assert.match((await preview()) ?? "", /^\/embed\/wall\/[0-9a-f]{32}\?preview=\d+$/);
  const settings = async () => {
    const row = await sayso.row("SELECT settings FROM walls WHERE client_id = ?", client.id);
    return JSON.parse(row?.settings as string) as WallSettings;
  };
  const names = async () => {
    const ids = (await settings()).items.map(({ id }) => id);
    const rows = await sayso.rows("SELECT id, customer_name FROM submissions WHERE client_id = ?", client.id);
    return ids.map((id) => rows.find((row) => row.id === id)?.customer_name);
  };
  const stored = (what: string, expected: string[]) =>
    until(what, async () => JSON.stringify(await names()) === JSON.stringify(expected));
  await page.user.selectOptions(page.field("Shows"), "by-hand");
  await stored("all are chosen", ["Ann", "Bea", "Cy"]);
  const list = look(() => page.get("list", "On this wall"));
  await page.user.click(list.get("button", "Move Cy up"));
  await hasFocus(() => list.get("button", "Move Cy up"));
  await page.user.keyboard("{Enter}");
  await stored("the order", ["Cy", "Ann", "Bea"]);
  await hasFocus(() => list.get("button", "Move Cy up"));
  await page.user.click(list.get("button", "Pin Bea"));
  await stored("the pinned one first", ["Bea", "Cy", "Ann"]);
  assert.match(textOf(list.get("button", "Unpin Bea").closest("li")), /Bea ?Pinned/);
  await page.user.click(list.get("button", "Remove Cy"));
  await stored("the removal", ["Bea", "Ann"]);
  await page.user.selectOptions(page.field("Layout"), "row");
  fill(page.field("Accent"), "#00aa00");
  await until("the look", async () => {
    const { layout, accent } = await settings();
    return layout === "row" && accent === "#00aa00";
  });
  await eventually(async () => assert.notEqual((await preview())?.split("=")[1], "0"));

  fill(page.field("Text"), "#f5f0e8");
  await page.findText(/^Many visitors cannot read this text/);
  fill(page.field("Text"), "#1a1510");
  await eventually(() => assert.ok(page.lacks(/^Many visitors/)));

  const [looks] = page.window.document.querySelectorAll("section:has(input[type=color])");
  assert.ok(looks);
  fill(look(() => looks as HTMLElement).get("textbox", "Name"), " ");
  await eventually(() => assert.match(textOf(page.get("alert")), /^Not saved\. Please check your input/));
  await page.findText("Please fill this in.");
  assert.equal((await settings()).name, "Front page");
});

test("copies what each kind of website takes, and deletes a wall after asking (PUB07 PUB09)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, WALLS);
  fill(await page.find("textbox", "Name"), "Front page");
  await page.click("button", "Make wall");
  const { id } = await until("the wall", () =>
    sayso.row("SELECT id FROM walls WHERE client_id = ?", client.id),
  );
  const copied = () => page.window.navigator.clipboard.readText();
  for (const [tab, button, expected] of [
    ["HTML", "Copy code", new RegExp(`<sayso-wall of="${id}"`)],
    ["WordPress", "Copy address", new RegExp(`/w/${id}$`)],
    ["Wix, Squarespace, Shopify", "Copy code", new RegExp(`^<iframe src="${sayso.origin}/embed/wall/${id}"`)],
  ] as const) {
    await page.click("tab", tab);
    await page.click("button", button);
    await eventually(async () => assert.match(await copied(), expected));
  }
  await page.click("button", "Delete this wall");
  await page.click("button", "Delete wall");
  await page.find("heading", "Make your first wall");
  assert.equal(await sayso.row("SELECT 1 FROM walls WHERE client_id = ?", client.id), undefined);
  assert.equal((await sayso.fetch(`/w/${id}`)).status, 410);
});
