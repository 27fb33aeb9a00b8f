// The admins' screens, as an admin at the desk uses them.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { addUser, call, signIn } from "../people/owner/users.ts";
import type { Sayso } from "../runtime/worker.ts";
import { clearAttempts } from "./login.ts";
import { eventually, look, textOf } from "./look.ts";
import { openPage, type Page } from "./page.ts";
import { cuttable } from "./shell.ts";

/** Opens a screen as an admin of this test's own, over a line that can be cut. */
export async function openAdmin(t: TestContext, sayso: Sayso, address: string) {
  await clearAttempts(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const cookie = await signIn(sayso, admin, "admin");
  const { server, line } = cuttable(sayso);
  const page = await openPage(t, server, address, { cookie });
  return {
    page,
    admin,
    line,
    call: (method: string, path: string, body?: unknown) => call(sayso, method, path, { cookie, body }),
  };
}

/** Items of a list labelled as newest first. */
export const newestFirst = (page: Page, name: string): HTMLElement[] =>
  page.all("list", `${name}, newest first`).flatMap((list) => [...list.children] as HTMLElement[]);

/** The one of them that contains a text. */
export const itemOf = (page: Page, name: string, text: string) =>
  eventually(() => {
    const found = newestFirst(page, name).filter((item) => textOf(item).includes(text));
    return found.length === 1 && found[0]
      ? look(found[0])
      : assert.fail(`${found.length} × "${text}" in: ${page.text()}`);
  });

/** Waits until no item contains a text. */
export const itemGone = (page: Page, name: string, text: string) =>
  eventually(() => assert.ok(!newestFirst(page, name).some((item) => textOf(item).includes(text))));

/** Waits until an element contains each text. */
export const containsAll = (within: { text: () => string }, texts: readonly string[]) =>
  eventually(() => {
    for (const text of texts)
      assert.ok(within.text().includes(text), `"${text}" is not in: ${within.text()}`);
  });

/** Waits for a dialog; returns queries within it. */
export const findDialog = async (page: Page, name: string | RegExp) => look(await page.find("dialog", name));

export const noDialog = (page: Page) => eventually(() => assert.equal(page.all("dialog").length, 0));

export const valueOf = (page: Page, name: string) => (page.get("textbox", name) as HTMLInputElement).value;

/** Waits until a field holds a value. */
export const holds = (page: Page, name: string, value: string | RegExp) =>
  eventually(() =>
    typeof value === "string"
      ? assert.equal(valueOf(page, name), value)
      : assert.match(valueOf(page, name), value),
  );
