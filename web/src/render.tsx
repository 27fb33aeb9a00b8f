import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ScreenBoundary } from "./screen-boundary.tsx";

/**
 * Renders an app. No `Suspense` around its screens, on purpose: the page's own waiting mark (index.html) stays until the
 * first screen's code is there, and a screen that is left stays until the next one is.
 */
export function renderApp(app: ReactNode): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(
    <StrictMode>
      <ScreenBoundary>{app}</ScreenBoundary>
    </StrictMode>,
  );
}
