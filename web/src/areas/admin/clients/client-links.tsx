import type { ReactNode } from "react";
import type { ClientLine } from "../../../api/generated/ClientLine.ts";
import { recordPath } from "../../../paths.ts";
import { TextLink } from "../../../ui/text-link.tsx";

const NONE = <span className="text-muted">None</span>;

/** The folder that videos go to. */
export function DriveLink({ client }: { client: ClientLine }) {
  if (!client.drive_link) return <span className="font-semibold text-danger">Missing</span>;
  return (
    <Out href={client.drive_link} what={`Drive of ${client.company_name}`}>
      {client.drive_link.startsWith("/") ? "Built-in" : hostOf(client.drive_link)}
    </Out>
  );
}

/** Where customers are asked for a review afterwards. */
export function ReviewLink({ client }: { client: ClientLine }) {
  if (client.review_link_type === "None" && !client.review_link_url) return NONE;
  if (!client.review_link_url) return <>{client.review_link_type}, no link</>;
  return (
    <Out href={client.review_link_url} what={`Review page of ${client.company_name}`}>
      {client.review_link_type}
    </Out>
  );
}

/** The record page, by its slug. */
export function SlugLink({ client }: { client: ClientLine }) {
  return (
    <Out href={recordPath(client.custom_slug)} what={`Record page of ${client.company_name}`}>
      {client.custom_slug}
    </Out>
  );
}

function Out({ href, what, children }: { href: string; what: string; children: ReactNode }) {
  return (
    <TextLink href={href} newTab title={what} className="wrap-anywhere">
      {children}
    </TextLink>
  );
}

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, "") : "Link";
}
