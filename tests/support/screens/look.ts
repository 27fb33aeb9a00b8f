// Queries a screen as a person would: by role and name, by label, by text.
import assert from "node:assert/strict";
import { setTimeout as realPause } from "node:timers/promises";
import { configure, fireEvent, queries, queryAllByRole, type ByRoleOptions } from "@testing-library/dom";
import { userEvent, type UserEvent } from "@testing-library/user-event";

type Name = string | RegExp;

/**
 * Many times the usual number: only conditions that never hold fail. Counted rather than timed, to survive a hanging
 * machine; lower it when breaking a screen to see its tests fail.
 */
const LOOKS = Number(process.env.SAYSO_LOOKS ?? 2000);

/** Waits until a check passes, independent of the page's clock. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  for (let looks = 0; ; looks += 1) {
    try {
      return await check();
    } catch (reason) {
      if (looks >= LOOKS) throw reason;
    }
    await (looks < 20 ? new Promise((next) => setImmediate(next)) : realPause(10));
  }
}

/** Text of an element with single spaces. */
export const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? "").replaceAll(/\s+/g, " ").trim();

/** The text that describes a field: a hint or an error. */
export const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => textOf(field.ownerDocument.getElementById(id)))
    .join(" ")
    .trim();

/** Waits until a page has this URL. */
export const isAt = (page: { address: string }, address: Name) =>
  eventually(() =>
    typeof address === "string" ? assert.equal(page.address, address) : assert.match(page.address, address),
  );

/** Waits until an element has the focus. Never compare elements by `assert.equal`: it prints the whole document. */
export const hasFocus = (element: () => HTMLElement) =>
  eventually(() => {
    const { activeElement } = element().ownerDocument;
    if (activeElement !== element()) assert.fail(`the focus is on ${activeElement?.outerHTML.slice(0, 200)}`);
  });

export function fill(field: HTMLElement, value: string): void {
  field.focus();
  fireEvent.input(field, { target: { value } });
}

const users = new WeakMap<Document, UserEvent>();

/** The person at a document's mouse and keyboard, who also has its clipboard. */
export function userOf(document: Document): UserEvent {
  let user = users.get(document);
  if (!user) {
    user = userEvent.setup({ document, delay: null });
    users.set(document, user);
  }
  return user;
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, "");

/** Without layout, spaces are added around elements that are not blocks: whole names are compared without spaces. */
const named = (name: Name) =>
  typeof name === "string" ? (computed: string) => squeeze(computed) === squeeze(name) : name;

/** A whole label, without the asterisk of required fields. */
const labelled = (label: Name) =>
  typeof label === "string" ? (text: string) => squeeze(text).replace(/\*$/, "") === squeeze(label) : label;

// Keeps error messages short: without the whole document.
configure({ getElementError: (message) => new Error(message ?? "") });

/** Queries within an element. */
export function look(container: HTMLElement | (() => HTMLElement)) {
  const root = typeof container === "function" ? container : () => container;
  const all = (role: string, name?: Name, options: ByRoleOptions = {}) =>
    queryAllByRole(root(), role, { ...(name === undefined ? {} : { name: named(name) }), ...options });
  const get = (role: string, name?: Name, options?: ByRoleOptions): HTMLElement => {
    const found = all(role, name, options);
    if (found.length === 1 && found[0]) return found[0];
    const roles = all(role, undefined, options).map((one) => textOf(one) || one.getAttribute("aria-label"));
    assert.fail(`${found.length} × ${role} ${String(name ?? "")} among ${JSON.stringify(roles)}`);
  };
  const find = (role: string, name?: Name, options?: ByRoleOptions) =>
    eventually(() => get(role, name, options));
  return {
    all,
    get,
    find,
    /** The control with this label. */
    field: (label: Name) => queries.getByLabelText(root(), labelled(label)),
    findField: (label: Name) => eventually(() => queries.getByLabelText(root(), labelled(label))),
    getText: (text: Name) => queries.getByText(root(), text),
    findText: (text: Name) => eventually(() => queries.getByText(root(), text)),
    /** Whether a text is missing. */
    lacks: (text: Name) => queries.queryAllByText(root(), text).length === 0,
    text: () => textOf(root()),
    /** Waits until the text contains something. */
    waitForText: (text: Name) =>
      eventually(() =>
        typeof text === "string"
          ? assert.ok(textOf(root()).includes(text), `"${text}" is not in: ${textOf(root())}`)
          : assert.match(textOf(root()), text),
      ),
    click: async (role: string, name?: Name) => userOf(root().ownerDocument).click(await find(role, name)),
    /** A toast with this title and, if given, this text. */
    toast: (title: string, text = "") =>
      eventually(() => {
        const toasts = [...root().ownerDocument.querySelectorAll<HTMLElement>("[data-sonner-toast]")];
        const found = toasts.find((one) => textOf(one).includes(title) && textOf(one).includes(text));
        return found ?? assert.fail(`no toast "${title}" among ${JSON.stringify(toasts.map(textOf))}`);
      }),
  };
}
