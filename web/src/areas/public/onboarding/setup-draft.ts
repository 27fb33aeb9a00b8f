import type { Setup } from "../../../api/onboarding.ts";

/** What of a set-up can be kept: a file cannot. */
type SetupTexts = Omit<Setup, "logo">;

const EMPTY: SetupTexts = { name: "", email: "", company: "", reviewPlatform: "" };
/** Not among the drafts of the portals: those are spoken of when a session ends. */
const KEY = "sayso-set-up";

/** What was typed in this tab and never sent. */
export function keptSetup(): SetupTexts {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<SetupTexts>;
    return { ...EMPTY, ...kept };
  } catch {
    return EMPTY;
  }
}

/** Keeps it over a reload. */
export function keepSetup({ name, email, company, reviewPlatform }: SetupTexts): void {
  try {
    if (name || email || company || reviewPlatform)
      sessionStorage.setItem(KEY, JSON.stringify({ name, email, company, reviewPlatform }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser may lock the storage: then the text lives as long as its screen.
  }
}

/** It was sent. */
export const forgetSetup = (): void => keepSetup(EMPTY);
