import titles from "#api/generated/titles.json";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { pageData } from "#api/page-data.ts";
import { adminRoutes } from "#admin-paths.ts";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { useTitle } from "#lib/use-title.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

const OTHERS = [
  { to: routes.affiliateLogin, name: "Partner Login", text: "You bring businesses to Sayso." },
  { to: adminRoutes.adminLogin, name: "Admin Login", text: "You run Sayso." },
];

/** All logins, the clients' first. */
export default function PortalScreen() {
  useTitle(titles.portal);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="grid flex-1 content-center gap-12 py-10 lg:grid-cols-[1.15fr_1fr] lg:items-end lg:gap-24">
        <div>
          <h1 className="text-[clamp(3rem,8vw,5.5rem)] leading-[0.95] font-extrabold tracking-[-0.045em]">
            Everything they said, in one place.
          </h1>
          <p className="mt-6 max-w-[38ch] text-xl leading-snug text-muted">
            The client portal holds your videos, your credits, your link and your QR code.
          </p>
          <Link to={routes.clientLogin} className={buttonClass("signal", "mt-8 min-h-14 px-10 text-lg")}>
            Login
          </Link>
        </div>
        <nav aria-label="Other logins" className="border-t border-hairline">
          <ul className="divide-y divide-hairline border-b border-hairline">
            {OTHERS.map(({ to, name, text }) => (
              <li key={to} className="group relative flex min-h-16 items-center justify-between gap-4 py-3">
                <div>
                  <Link
                    to={to}
                    className="font-semibold no-underline group-hover:underline after:absolute after:inset-0"
                  >
                    {name}
                  </Link>
                  <p className="text-[0.9375rem] text-muted">{text}</p>
                </div>
                <ArrowRight
                  className="size-5 shrink-0 transition-transform group-hover:translate-x-1"
                  aria-hidden="true"
                />
              </li>
            ))}
          </ul>
          <p className="pt-4 text-[0.9375rem] text-muted">
            Cannot sign in?{" "}
            <TextLink href={pageData.support_url} newTab className="text-ink">
              Open a support ticket
            </TextLink>
          </p>
        </nav>
      </div>
    </PageShell>
  );
}
