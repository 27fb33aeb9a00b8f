import { Link } from "react-router";
import { pageData } from "../../api/page-data.ts";
import { company } from "../../brand/company.ts";
import { routes } from "../../paths.ts";
import { TextLink } from "../../ui/text-link.tsx";

const YEAR = new Date().getFullYear();
const link = "underline decoration-control underline-offset-4 hover:decoration-ink";

export function SiteFooter() {
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:items-end sm:justify-between">
      <p>
        © {YEAR} {company.product}. The service is provided by {company.parent}.
      </p>
      <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-3 text-ink">
        <TextLink href={company.parentSite}>{company.parent}</TextLink>
        <Link to={routes.terms} className={link}>
          Terms of Use
        </Link>
        <Link to={routes.privacy} className={link}>
          Privacy Policy
        </Link>
        <TextLink href={pageData.support_url}>Support</TextLink>
        <TextLink href={company.contact}>Contact</TextLink>
      </nav>
    </div>
  );
}
