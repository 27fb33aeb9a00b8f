import type { App, Browser } from "../../../../media/browser.ts";

/** What an app calls the way out in its menu. They rename it now and then: the words are those that all of them share. */
const ENTRIES: Partial<Record<App, string>> = {
  Facebook: "Open in external browser",
  Instagram: "Open in external browser",
  Messenger: "Open in external browser",
  Threads: "Open in external browser",
  LINE: "Open in default browser",
};

/** How to leave an app's own browser by hand. */
export function leaveSteps({ app, system }: Browser): string[] {
  const menu = system === "android" ? "⋮ or •••" : "•••";
  const safari = system === "ios" ? " or Open in Safari" : "";
  const entry = (app !== null && app !== "unknown" && ENTRIES[app]) || `Open in browser${safari}`;
  return [`Tap ${menu} in a corner of this window.`, `Choose ${entry}.`];
}
