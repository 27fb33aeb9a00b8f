// Rendered when the web app is built (`web/vite/prerender.ts`): the pages of the site that anybody may read.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { routes } from "#paths.ts";
import DemoScreen from "./demo/demo-screen.tsx";
import HomeScreen from "./home/home-screen.tsx";
import { homeSettings } from "./home/home-settings.ts";
import PrivacyScreen from "./legal/privacy-screen.tsx";
import TermsScreen from "./legal/terms-screen.tsx";
import OnboardingScreen from "./onboarding/onboarding-screen.tsx";
import PartnersScreen from "./affiliates/partners-screen.tsx";

/** The HTML of each page, by the key that `domain::prerendered::site_key` makes. `script`: the address of what hands over to the app. */
export function prerender(script: string): Map<string, string> {
  const pages = new Map<string, string>();
  const add = (page: keyof typeof routes, state: string, element: ReactElement) => {
    const html = renderToStaticMarkup(<MemoryRouter initialEntries={[routes[page]]}>{element}</MemoryRouter>);
    // Nothing can be typed into a form that the app is about to replace.
    const inert = html.replaceAll("<form ", '<form inert="" ');
    pages.set(
      `page:${page}:${state}`,
      `<div class="page-ahead">${inert}</div><script async src="${script}"></script>`,
    );
  };
  homeSettings.launch_discount = "~~launch_discount~~";
  add("home", "not-open", <HomeScreen />);
  homeSettings.payment_link_standard = "~~payment_link_standard~~";
  homeSettings.payment_link_no_setup = "~~payment_link_no_setup~~";
  add("home", "open", <HomeScreen />);
  add("demo", "any", <DemoScreen />);
  add("onboarding", "any", <OnboardingScreen />);
  add("terms", "any", <TermsScreen />);
  add("privacy", "any", <PrivacyScreen />);
  add("partners", "any", <PartnersScreen />);
  return pages;
}
