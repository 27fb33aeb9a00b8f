// Prerendered at build time (`web/vite/prerender.ts`): the public pages of the site.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { pageData } from "#api/page-data.ts";
import { routes } from "#paths.ts";
import DemoScreen from "./demo/demo-screen.tsx";
import HomeScreen from "./home/home-screen.tsx";
import { homeSettings } from "./home/home-settings.ts";
import PrivacyScreen from "./legal/privacy-screen.tsx";
import TermsScreen from "./legal/terms-screen.tsx";
import OnboardingScreen from "./onboarding/onboarding-screen.tsx";
import PartnersScreen from "./affiliates/partners-screen.tsx";

/**
 * HTML of each page by key (`domain::prerendered::site_key`). `script`: URL of the script that hands over to the app.
 */
export function prerender(script: string): Map<string, string> {
  const pages = new Map<string, string>();
  const add = (page: keyof typeof routes, state: string, element: ReactElement) => {
    const html = renderToStaticMarkup(<MemoryRouter initialEntries={[routes[page]]}>{element}</MemoryRouter>);
    // Forms are inert: the app is about to replace them, and input would be lost.
    const inert = html.replaceAll("<form ", '<form inert="" ');
    pages.set(
      `page:${page}:${state}`,
      `<div class="page-ahead">${inert}</div><script async src="${script}"></script>`,
    );
  };
  /** With a wall and without. */
  const addBoth = (page: keyof typeof routes, state: string, element: ReactElement) => {
    add(page, state, element);
    pageData.wall = { name: "~~wall_name~~", embed_path: "~~wall_embed_path~~" };
    add(page, `${state}:wall`, element);
    pageData.wall = null;
  };
  homeSettings.launch_discount = "~~launch_discount~~";
  addBoth("home", "not-open", <HomeScreen />);
  homeSettings.payment_link_standard = "~~payment_link_standard~~";
  homeSettings.payment_link_no_setup = "~~payment_link_no_setup~~";
  addBoth("home", "open", <HomeScreen />);
  addBoth("demo", "any", <DemoScreen />);
  add("onboarding", "any", <OnboardingScreen />);
  add("terms", "any", <TermsScreen />);
  add("privacy", "any", <PrivacyScreen />);
  add("partners", "any", <PartnersScreen />);
  return pages;
}
