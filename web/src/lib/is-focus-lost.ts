/**
 * Nothing that can be seen has the focus. A dialog that has just closed keeps it until the browser draws the page
 * without it (Chromium says so in its `close` event, HTML's "focus fixup").
 */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body || !!document.activeElement?.closest("dialog:not([open])");
