// The parts of a browser that happy-dom leaves out and the app needs, each as small as it can be and still be true.
import type { DomWindow } from "./page.ts";

/** `navigations` collects the URLs the page navigates to: none is loaded automatically. */
export function completeWindow(window: DomWindow, navigations: string[]): void {
  const elements = window.HTMLElement.prototype;
  elements.showPopover ??= () => {};
  elements.hidePopover ??= () => {};
  // Videos have no frames here.
  const none = { get: () => 0, configurable: true };
  Object.defineProperties(window.HTMLVideoElement.prototype, { videoWidth: none, videoHeight: none });
  // Nothing is decoded: data with a PNG's signature count as an image.
  window.createImageBitmap = (async (file: Blob) => {
    const start = Buffer.from(await file.slice(0, 4).arrayBuffer());
    if (start.toString("latin1") !== "\x89PNG") throw new DOMException("no picture", "InvalidStateError");
    return { close: () => {} };
  }) as never;
  Object.defineProperty(window, "isSecureContext", { value: true });
  const visit = { name: window.location.href, entryType: "navigation" } as PerformanceEntry;
  performance.getEntriesByType = (type) => (type === "navigation" ? [visit] : []);
  Object.defineProperty(window.document, "fonts", { value: { load: async () => [] } });
  window.addEventListener("keydown", (event) => closeByEscape(window, event));
  const { location } = window;
  const open = window.open.bind(window);
  const leave = (address: string | URL) => void navigations.push(new URL(address, location.href).href);
  const href = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(location), "href");
  Object.defineProperties(location, {
    href: { ...href, set: leave },
    assign: { value: leave },
    replace: { value: leave },
    reload: { value: () => leave(location.href) },
  });
  window.open = (address = "", target) => {
    const to = new URL(address, location.href).href;
    if (to.startsWith(`${location.href.replace(/#.*/, "")}#`)) return open(address, target);
    leave(to);
    return null;
  };
}

/** Closes the topmost modal dialog, unless it objects. */
function closeByEscape(window: DomWindow, { key, defaultPrevented }: KeyboardEvent): void {
  const dialog = [...window.document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1);
  if (key !== "Escape" || defaultPrevented || !dialog || dialog.getAttribute("closedby") === "none") return;
  if (dialog.dispatchEvent(new window.Event("cancel", { cancelable: true }))) dialog.close();
}

/** Copies the previous page's storage. */
export function copyStorage(before: DomWindow, now: DomWindow): void {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    const storage = before[name];
    for (let index = 0; index < storage.length; index += 1) {
      const key = storage.key(index) ?? "";
      now[name].setItem(key, storage.getItem(key) ?? "");
    }
  }
}
