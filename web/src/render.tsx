import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ScreenBoundary } from "./screen-boundary.tsx";

/** Whether the user is filling in or sending the form in a record page's HTML. */
const isInUse = (form: HTMLFormElement | null): boolean =>
  form !== null &&
  [...form.elements].some(
    (field) =>
      field === document.activeElement ||
      (field instanceof HTMLInputElement &&
        field.type !== "hidden" &&
        (field.type === "checkbox" ? field.checked : field.value !== "")),
  );

/**
 * Renders an app. No `Suspense` around its screens, on purpose: the page's own waiting mark (index.html) stays until the
 * first screen's code is there, and a screen that is left stays until the next one is.
 */
export function renderApp(app: ReactNode): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  // An app that loads late must not replace a form in use.
  if (isInUse(root.querySelector(".without-app form"))) return;
  createRoot(root).render(
    <StrictMode>
      <ScreenBoundary>{app}</ScreenBoundary>
    </StrictMode>,
  );
}
