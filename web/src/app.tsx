import "./styles/index.css";
import { lazy } from "react";
import "./lib/navigation/history-guard.ts";
import { BrowserRouter, Route, Routes, useLocation } from "react-router";
import { pageData } from "./api/page-data.ts";
import { routes } from "./paths.ts";
import { renderApp } from "./render.tsx";
import { screens } from "./screens.ts";
import { ScreenFocus } from "./screen-focus.tsx";

const Branded = lazy(screens.branded);
const Demo = lazy(screens.demo);
const Onboarding = lazy(screens.onboarding);
const ThankYou = lazy(screens.thankYou);
const SignUpConfirm = lazy(screens.signUpConfirm);
const Home = lazy(screens.home);
const Terms = lazy(screens.terms);
const Privacy = lazy(screens.privacy);
const Verify = lazy(screens.verify);
const ConsentRecord = lazy(screens.consentRecord);
const IosDebug = lazy(screens.iosDebug);
const Portals = lazy(screens.portals);

renderApp(
  <BrowserRouter>
    <FocusOnScreen />
    <Routes>
      <Route path={routes.home} element={<Home />} />
      <Route path={routes.demo} element={<Demo />} />
      <Route path={routes.onboarding} element={<Onboarding />} />
      <Route path={routes.thankYou} element={<ThankYou />} />
      <Route path={routes.signUpConfirm} element={<SignUpConfirm />} />
      {pageData.branded && <Route path={`/${pageData.branded.page}`} element={<Branded />} />}
      <Route path={routes.terms} element={<Terms />} />
      <Route path={routes.privacy} element={<Privacy />} />
      <Route path={routes.verify} element={<Verify />} />
      <Route path={routes.consentRecord} element={<ConsentRecord />} />
      <Route path={routes.iosDebug} element={<IosDebug />} />
      <Route path="*" element={<Portals />} />
    </Routes>
  </BrowserRouter>,
);

function FocusOnScreen() {
  return <ScreenFocus pathname={useLocation().pathname} />;
}
