import { StrictMode, lazy } from "react";
import { createRoot } from "react-dom/client";
import "./lib/navigation/history-guard.ts";
import { BrowserRouter, Route, Routes } from "react-router";
import { pageData } from "./api/page-data.ts";
import { routes } from "./paths.ts";
import { screens } from "./screens.ts";
import { ScreenBoundary } from "./screen-boundary.tsx";
import { ScreenFocus } from "./screen-focus.tsx";

const Branded = lazy(screens.branded);
const Demo = lazy(screens.demo);
const Onboarding = lazy(screens.onboarding);
const ThankYou = lazy(screens.thankYou);
const SignUpConfirm = lazy(screens.signUpConfirm);
const Home = lazy(screens.home);
const Terms = lazy(screens.terms);
const Privacy = lazy(screens.privacy);
const IosDebug = lazy(screens.iosDebug);
const Record = lazy(screens.record);
const RecordVideo = lazy(screens.recordVideo);
const Portals = lazy(screens.portals);

const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");

// No `Suspense` around the screens, on purpose: the page's own waiting mark (index.html) stays until the first
// screen's code is there, and a screen that is left stays until the next one is.
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <ScreenFocus />
      <ScreenBoundary>
        <Routes>
          <Route path={routes.home} element={<Home />} />
          <Route path={routes.demo} element={<Demo />} />
          <Route path={routes.onboarding} element={<Onboarding />} />
          <Route path={routes.thankYou} element={<ThankYou />} />
          <Route path={routes.signUpConfirm} element={<SignUpConfirm />} />
          {pageData.branded && <Route path={`/${pageData.branded.page}`} element={<Branded />} />}
          <Route path={routes.terms} element={<Terms />} />
          <Route path={routes.privacy} element={<Privacy />} />
          <Route path={routes.iosDebug} element={<IosDebug />} />
          <Route path={routes.record} element={<Record />} />
          <Route path={routes.recordVideo} element={<RecordVideo />} />
          <Route path="*" element={<Portals />} />
        </Routes>
      </ScreenBoundary>
    </BrowserRouter>
  </StrictMode>,
);
