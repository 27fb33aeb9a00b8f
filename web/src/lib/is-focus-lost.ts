/**
 * Whether no visible element has the focus. A closed dialog keeps it until the browser renders the page without it
 * (Chromium does so in the `close` event, HTML's "focus fixup").
 */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body || !!document.activeElement?.closest("dialog:not([open])");
