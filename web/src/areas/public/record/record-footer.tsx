import { Wordmark } from "#brand/mark.tsx";
import { pageData } from "#api/page-data.ts";
import { routes } from "#paths.ts";
import { TextLink } from "#ui/text-link.tsx";

/** Ours, small: the page belongs to the business. No link here leads away from a recording. */
export function RecordFooter() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <a
        href={routes.home}
        target="_blank"
        rel="noopener"
        className="flex items-center gap-2 text-ink no-underline"
      >
        <span className="text-muted">Made with</span> <Wordmark small />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <nav aria-label="Legal" className="flex flex-wrap gap-x-6 gap-y-1">
        <TextLink href={routes.terms} newTab>
          Terms
        </TextLink>
        <TextLink href={routes.privacy} newTab>
          Privacy
        </TextLink>
        <TextLink href={pageData.support_url} newTab>
          Support
        </TextLink>
      </nav>
    </div>
  );
}
