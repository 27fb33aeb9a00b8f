import { Link, useLocation } from "react-router";
import { failedUploadsPath, routes } from "../../paths.ts";
import { useFailedUploads } from "./failed-uploads/use-failed-uploads.ts";
import { useSetups } from "./setups/use-setups.ts";

const LINKS = [
  { to: routes.admin, label: "Clients" },
  { to: routes.adminSetups, label: "Set-ups" },
  { to: routes.adminSignUps, label: "Sign-ups" },
  { to: routes.adminAffiliates, label: "Affiliates" },
  { to: failedUploadsPath, label: "Failed uploads" },
  { to: routes.adminAutomation, label: "Automation" },
  { to: routes.adminOperations, label: "Operations" },
  { to: routes.adminEmails, label: "Email log" },
  { to: routes.adminAudit, label: "Audit log" },
  { to: routes.adminSettings, label: "Settings" },
  { to: routes.adminSecurity, label: "Security" },
];

/** On a phone the line of screens is longer than the screen. */
const showWhole = (link: HTMLElement | null) => link?.closest("ul")?.scrollTo({ left: link.offsetLeft - 48 });

/** A line of screens under the header; on a phone it scrolls sideways. */
export function AdminNav() {
  const { pathname, hash } = useLocation();
  const failed = useFailedUploads().data?.pages[0]?.total;
  const pending = useSetups().data?.pages[0]?.pending;
  const counts: Record<string, { count: number | undefined; look: string }> = {
    [failedUploadsPath]: { count: failed, look: "border-danger text-danger" },
    [routes.adminSetups]: { count: pending, look: "border-control text-ink" },
  };
  const path = pathname.replace(/\/$/, "");
  const here = path + hash === failedUploadsPath ? failedUploadsPath : path;

  return (
    <nav aria-label="Admin">
      <ul className="relative flex gap-0.5 overflow-x-auto [scrollbar-width:none] px-1 sm:px-0">
        {LINKS.map(({ to, label }) => (
          <li key={to} className="shrink-0">
            <Link
              ref={to === here ? showWhole : null}
              to={to}
              aria-current={to === here ? "page" : undefined}
              className="inline-flex min-h-12 items-center gap-2 border-b-3 border-transparent px-3 lg:max-xl:px-2 text-[0.9375rem] font-medium text-muted no-underline transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {label}
              <Count {...counts[to]} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many need somebody; nothing where none do. */
function Count({ count, look }: { count?: number | undefined; look?: string }) {
  if (!count) return null;
  return (
    <span
      className={`min-w-6 rounded-full border px-1.5 text-center text-xs leading-5 font-semibold tabular-nums ${look}`}
    >
      {count}
    </span>
  );
}
