import { Link, useLocation } from "react-router";
import { Wordmark } from "#brand/mark.tsx";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { anchors } from "./home/anchors.ts";
import { ArrowLeft } from "lucide-react";

const link =
  "inline-flex min-h-11 items-center rounded-lg px-3 font-medium hover:underline underline-offset-4";

/** Header of the site: home, pricing and login. */
export function SiteHeader() {
  const { pathname } = useLocation();
  // On the home page only the anchor changes, and the query stays.
  const home = pathname === routes.home ? "" : routes.home;
  return (
    <div className="flex items-center justify-between gap-2 sm:gap-4">
      <Link to={routes.home} aria-label="Sayso, home" className="inline-block rounded-lg no-underline">
        <Wordmark />
      </Link>
      <nav aria-label="Site" className="flex items-center gap-1">
        <Link to={routes.demo} className={`${link} max-sm:hidden`}>
          Demo
        </Link>
        <a href={`${home}#${anchors.pricing}`} className={link}>
          Pricing
        </a>
        <a href={`${home}#${anchors.questions}`} className={`${link} max-md:hidden`}>
          Questions
        </a>
        <Link
          to={routes.clientLogin}
          className={buttonClass("outlined", "ml-1 min-h-11 px-3 whitespace-nowrap sm:ml-2 sm:px-4")}
        >
          Log in
        </Link>
      </nav>
    </div>
  );
}

/** The way back to the home page, or to another, at the head of a page that it leads to. */
export function BackLink({ label, to = routes.home }: { label: string; to?: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 self-start font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      <ArrowLeft className="size-5" aria-hidden="true" />
      {label}
    </Link>
  );
}
