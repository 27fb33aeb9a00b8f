import { Link } from "react-router";
import { pageData } from "#api/page-data.ts";
import { company } from "#brand/company.ts";
import { Wordmark } from "#brand/mark.tsx";
import { routes } from "#paths.ts";
import { TextLink } from "#ui/text-link.tsx";

const YEAR = new Date().getFullYear();
const link = "py-1 underline decoration-control underline-offset-4 transition-colors hover:decoration-ink";

/** Footer of the site: the company and where to get help. */
export function SiteFooter() {
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:items-end lg:justify-between">
      <div>
        <span className="text-ink">
          <Wordmark small />
        </span>
        <p className="mt-3">
          © {YEAR} {company.parent}. {company.product} is a service provided by {company.parent}.
        </p>
      </div>
      <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-1 text-ink lg:shrink-0 lg:flex-nowrap">
        <TextLink href={company.parentSite}>{company.parent}</TextLink>
        <Link to={routes.terms} className={link}>
          Terms of Use
        </Link>
        <Link to={routes.privacy} className={link}>
          Privacy Policy
        </Link>
        <Link to={routes.partners} className={link}>
          Partners
        </Link>
        <TextLink href={pageData.support_url}>Support</TextLink>
        <TextLink href={company.contact}>Contact</TextLink>
      </nav>
    </div>
  );
}
