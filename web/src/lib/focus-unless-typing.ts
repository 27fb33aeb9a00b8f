/** Moves the focus, unless the user is typing: their next characters would be lost. */
export function focusUnlessTyping(element: HTMLElement | null): void {
  if (!(document.activeElement instanceof HTMLInputElement)) element?.focus({ preventScroll: true });
}
