// Loads the app once the page is painted, and hands over from the prerendered page to the app's: an early click is
// replayed, and the focus restored. A separate script, because the app's first file waits for React.
const page = document.querySelector(".page-ahead");
let pressed: Element | null = null;
let focused: Element | null = null;

page?.addEventListener("click", ({ target }) => (pressed = (target as Element).closest("button")));
page?.addEventListener("focusin", ({ target }) => (focused = target as Element));

const observer = new MutationObserver(() => {
  if (page?.isConnected) return;
  observer.disconnect();
  if (document.activeElement === document.body) twinOf(focused)?.focus({ preventScroll: true });
  twinOf(pressed)?.click();
});
if (page?.parentElement) observer.observe(page.parentElement, { childList: true });

/** Loads the links that `web/vite/preload-links.ts` wrote. */
function fetchApp(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="sayso-later"]'))
    link.rel = "modulepreload";
  const app = document.querySelector<HTMLLinkElement>('link[rel="sayso-app"]');
  app?.remove();
  if (app)
    import(/* @vite-ignore */ app.href).catch(() => document.documentElement.classList.add("boot-failed"));
}

requestAnimationFrame(() => setTimeout(fetchApp));
// A page in the background draws no frame.
setTimeout(fetchApp, 1000);

const twinOf = (one: Element | null): HTMLElement | undefined =>
  one
    ? [...document.querySelectorAll<HTMLElement>(one.tagName)].find(
        ({ textContent }) => textContent === one.textContent,
      )
    : undefined;
