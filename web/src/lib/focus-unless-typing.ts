/** Moves the focus, unless somebody is typing: what they type next would be lost. */
export function focusUnlessTyping(element: HTMLElement | null): void {
  if (!(document.activeElement instanceof HTMLInputElement)) element?.focus({ preventScroll: true });
}
