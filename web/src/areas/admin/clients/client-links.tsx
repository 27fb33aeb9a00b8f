import type { ReactNode } from "react";
import type { ClientSummary } from "#api/generated/admin.ts";
import { recordPath } from "#paths.ts";
import { TextLink } from "#ui/text-link.tsx";
import { urlOf } from "#lib/url-of.ts";

const NONE = <span className="text-muted">None</span>;

/** The folder that videos go to. */
export function DriveLink({ client }: { client: ClientSummary }) {
  if (!client.drive_link) return <span className="font-semibold text-danger">Missing</span>;
  return (
    <ExternalLink href={client.drive_link} label={`Drive of ${client.company_name}`}>
      {client.drive_link.startsWith("/") ? "Built-in" : hostOf(client.drive_link)}
    </ExternalLink>
  );
}

/** Link to the review page that customers are offered after a submission. */
export function ReviewLink({ client }: { client: ClientSummary }) {
  if (client.review_link_type === "None" && !client.review_link_url) return NONE;
  if (!client.review_link_url) return <>{client.review_link_type}, no link</>;
  return (
    <ExternalLink href={client.review_link_url} label={`Review page of ${client.company_name}`}>
      {client.review_link_type}
    </ExternalLink>
  );
}

/** The record page, by its slug. */
export function SlugLink({ client }: { client: ClientSummary }) {
  return (
    <ExternalLink href={recordPath(client.custom_slug)} label={`Recording page of ${client.company_name}`}>
      {client.custom_slug}
    </ExternalLink>
  );
}

function ExternalLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <TextLink href={href} newTab title={label} className="wrap-anywhere">
      {children}
    </TextLink>
  );
}

const hostOf = (link: string): string => urlOf(link)?.hostname.replace(/^www\./, "") ?? "Link";
