// Makes a window's properties the process's own, as the app uses them by their bare names.
import type { DomWindow } from "./page.ts";

type Named = Record<string, unknown>;

/** Node has them too, but the document accepts its own only. */
const OF_THE_DOCUMENT = [
  "BroadcastChannel",
  "Event",
  "CustomEvent",
  "EventTarget",
  "Navigator",
  "navigator",
  "fetch",
];

/** The document has them too, but Node's `fetch`, streams and clones accept Node's only, and a test holds Node's clock. */
const OF_NODE = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "File",
  "FormData",
  "Headers",
  "Request",
  "Response",
  "URL",
  "URLSearchParams",
  "clearInterval",
  "clearTimeout",
  "indexedDB",
  "performance",
  "setInterval",
  "setTimeout",
];

/** Names that a test may add to the window. */
const ADDED = ["AudioContext", "MediaRecorder", "Worker"];

const globals = globalThis as unknown as Named;
let current: Named = {};
let defined = false;

/** Makes the global names refer to this window. */
export function show(window: DomWindow): void {
  current = window as unknown as Named;
  for (const name of OF_NODE)
    Object.defineProperty(current, name, { configurable: true, get: () => globals[name] });
  // The media core checks whether the global object is a Window.
  Object.defineProperty(current.Window, Symbol.hasInstance, {
    configurable: true,
    value: (one: unknown) => one === globals || one === current,
  });
  if (!defined) define();
  defined = true;
}

function define(): void {
  const names = new Set([...OF_THE_DOCUMENT, ...ADDED]);
  for (let one: object = current; one !== Object.prototype; one = Object.getPrototypeOf(one) as object)
    for (const name of Object.getOwnPropertyNames(one)) if (!(name in globals)) names.add(name);
  for (const name of names) {
    Object.defineProperty(globals, name, {
      configurable: true,
      get: () => bound(current[name]),
      set: (value: unknown) => {
        current[name] = value;
      },
    });
  }
}

/** A function of the window needs its window; a class does not. */
const bound = (value: unknown) =>
  typeof value === "function" && !value.prototype ? value.bind(current) : value;
