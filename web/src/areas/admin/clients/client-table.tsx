import {
  ArrowDown,
  ArrowUp,
  CirclePause,
  CirclePlay,
  ExternalLink,
  Handshake,
  Mail,
  Pencil,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ClientSummary } from "#api/generated/admin.ts";
import { adminViewPath } from "#admin-paths.ts";
import { formatDate } from "#lib/format.ts";
import { Time } from "#ui/time.tsx";
import type { useSearchState } from "#lib/navigation/use-search-state.ts";
import { urlOf } from "#lib/url-of.ts";
import { recordPath } from "#paths.ts";
import { Badge } from "#ui/badge.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { PLAN_LABELS, STATUS_LABELS, STATUS_TONES, formatBytes, graceEnd } from "./client-labels.ts";
import { chosenSort, nextSort, type SortColumn } from "./sorting.ts";
import { useInvite } from "./use-clients.ts";

export type ClientFilters = ReturnType<typeof useSearchState<"q" | "status" | "plan" | "sort" | "order">>;

export type ClientHandlers = {
  onEdit: (id: string) => void;
  onStatus: (client: ClientSummary) => void;
  onReferral: (client: ClientSummary) => void;
};

type Props = ClientHandlers & { lines: ClientSummary[]; filters: ClientFilters };

/** The table for wide screens. Fields that belong together share a column, one above the other. */
export function ClientTable({ lines, filters, ...handlers }: Props) {
  const head = (title: string, column?: SortColumn, right = false) => (
    <Title filters={filters} column={column} right={right}>
      {title}
    </Title>
  );
  return (
    <table className="w-full border-separate border-spacing-0 rounded-card border border-hairline bg-surface text-sm leading-snug">
      <caption className="sr-only">Client Accounts</caption>
      <thead>
        <tr className="align-bottom text-left text-xs text-muted [&>th]:border-b [&>th]:border-control [&>th]:py-2 [&>th]:font-semibold">
          <Head sorted={filters} column="company_name" className="pl-4! xl:pl-5!">
            {head("Company name", "company_name")}
            {head("Custom slug")}
          </Head>
          <Head>
            {head("Contact name")}
            {head("Email")}
          </Head>
          <Head>
            {head("Plan type")}
            {head("Watermark")}
          </Head>
          <Head sorted={filters} column="credits_remaining" right>
            {head("Remaining", "credits_remaining", true)}
            {head("Per month", undefined, true)}
          </Head>
          <Head>
            {head("Drive link")}
            {head("Review link")}
          </Head>
          <Head sorted={filters} column="submissions_count" right>
            {head("Submissions", "submissions_count", true)}
            {head("Storage", undefined, true)}
          </Head>
          <Head sorted={filters} column="created_at">
            {head("Status")}
            {head("Created", "created_at")}
          </Head>
          <Head className="pr-2! xl:pr-3!">{head("Actions")}</Head>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:border-b-0 [&>tr>*]:border-b [&>tr>*]:border-hairline [&>tr>*]:px-1.5 [&>tr>*]:py-2.5 xl:[&>tr>*]:px-2.5">
        {lines.map((client) => (
          <tr key={client.id} className="align-top transition-colors hover:bg-sunken/60">
            <th scope="row" className="min-w-34 pl-4! text-left xl:min-w-36 xl:pl-5! font-normal">
              <b className="block font-semibold wrap-anywhere">{client.company_name}</b>
              <SlugLink client={client} />
            </th>
            <td className="min-w-34 xl:min-w-40">
              <span className="block wrap-anywhere">{client.contact_name}</span>
              <span className="block text-muted wrap-anywhere">{brokenAtSign(client.email)}</span>
              {!client.has_user && <span className="block text-warning">No login yet</span>}
              <UnpaidNote client={client} />
            </td>
            <td className="whitespace-nowrap">
              {PLAN_LABELS[client.plan_type]}
              <span className="block text-muted">{client.watermark_enabled ? "On" : "Off"}</span>
            </td>
            <td className="text-right tabular-nums">
              {client.counts_credits ? (
                <>
                  <b className={`font-semibold ${client.credits_remaining === 0 ? "text-danger" : ""}`}>
                    {client.credits_remaining}
                  </b>
                  <span className="block text-muted">{client.credits_per_month}</span>
                </>
              ) : (
                <span className="text-muted">Not counted</span>
              )}
            </td>
            {/* Two links, one above the other: far enough apart to hit the right one. */}
            <td className="min-w-26 leading-6 xl:min-w-34">
              <span className="block">
                <DriveLink client={client} />
              </span>
              <ReviewLink client={client} />
            </td>
            <td className="text-right tabular-nums">
              <b className="font-semibold">{client.submissions_count}</b>
              <span className="block whitespace-nowrap text-muted">{formatBytes(client.storage_bytes)}</span>
            </td>
            <td className="whitespace-nowrap max-xl:[&>span]:px-1.5">
              <Badge tone={STATUS_TONES[client.status]}>{STATUS_LABELS[client.status]}</Badge>
              <Time
                at={client.created_at}
                format={formatDate}
                className="mt-0.5 block text-muted tabular-nums"
              />
            </td>
            <td className="w-46 py-1.5! pr-2! xl:w-50 xl:pr-3!">
              <ClientActions {...handlers} client={client} className="-ml-1.5 w-42 xl:-ml-2 xl:w-51" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Allows a line break only before the `@`. */
function brokenAtSign(email: string): ReactNode {
  const [name, ...host] = email.split("@");
  return (
    <>
      {name}
      <wbr />@{host.join("@")}
    </>
  );
}

type HeadProps = {
  /** The filters, if the table can be sorted by one of the column's two values. */
  sorted?: ClientFilters;
  column?: SortColumn;
  right?: boolean;
  className?: string;
  children: ReactNode;
};

function Head({ sorted, column, right = false, className = "", children }: HeadProps) {
  const now = sorted && chosenSort(sorted.params);
  const way = now?.column === column ? (now?.order === "asc" ? "ascending" : "descending") : undefined;
  return (
    <th scope="col" aria-sort={way} className={`px-1.5 xl:px-2.5 ${right ? "text-right" : ""} ${className}`}>
      {children}
    </th>
  );
}

type TitleProps = {
  filters: ClientFilters;
  column: SortColumn | undefined;
  right: boolean;
  children: string;
};

function Title({ filters, column, right, children }: TitleProps) {
  if (!column) return <span className="block min-h-6 leading-6">{children}</span>;
  const now = chosenSort(filters.params);
  const Arrow = now.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => filters.set(nextSort(filters.params, column))}
      className={`flex min-h-6 items-center gap-1 rounded-sm underline decoration-control underline-offset-3 hover:text-ink ${right ? "ml-auto" : ""}`}
    >
      {children}
      {now.column === column && <Arrow className="size-3.5 text-ink" aria-hidden="true" />}
    </button>
  );
}

/** A client as a card, for narrow screens. */
export function ClientCard({ client, ...handlers }: ClientHandlers & { client: ClientSummary }) {
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-hairline bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-sans text-lg leading-snug font-semibold tracking-normal wrap-anywhere">
          {client.company_name}
        </h3>
        <Badge tone={STATUS_TONES[client.status]}>{STATUS_LABELS[client.status]}</Badge>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {client.contact_name}, {client.email}
      </p>
      {!client.has_user && <p className="text-sm text-warning">No login yet</p>}
      <UnpaidNote client={client} />
      <dl className="mt-3 grid grid-cols-2 gap-x-4 text-sm tabular-nums *:border-t *:border-hairline *:py-1.5">
        <Detail name="Remaining">
          {client.counts_credits ? (
            <>
              <b className={`font-semibold ${client.credits_remaining === 0 ? "text-danger" : ""}`}>
                {client.credits_remaining}
              </b>{" "}
              of {client.credits_per_month} per month
            </>
          ) : (
            "Not counted"
          )}
        </Detail>
        <Detail name="Submissions">
          <b className="font-semibold">{client.submissions_count}</b>
        </Detail>
        <Detail name="Plan type">{PLAN_LABELS[client.plan_type]}</Detail>
        <Detail name="Storage">{formatBytes(client.storage_bytes)}</Detail>
        <Detail name="Watermark">{client.watermark_enabled ? "On" : "Off"}</Detail>
        <Detail name="Drive link">
          <DriveLink client={client} />
        </Detail>
        <Detail name="Custom slug">
          <SlugLink client={client} />
        </Detail>
        <Detail name="Review link">
          <ReviewLink client={client} />
        </Detail>
        <Detail name="Created">{formatDate(client.created_at)}</Detail>
      </dl>
      <ClientActions
        {...handlers}
        client={client}
        className="-mx-2 mt-auto -mb-2 border-t border-hairline pt-1.5"
      />
    </li>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

type ClientActionsProps = ClientHandlers & { client: ClientSummary; className: string };

const actionClass =
  "inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm font-semibold no-underline transition-colors hover:bg-sunken disabled:text-muted lg:min-h-8 lg:px-1.5 lg:max-xl:text-[0.8125rem]";
/** The table’s rows are low: there the words alone fit. */
const iconClass = "size-4 shrink-0 lg:hidden";

/** Actions on a client. Each label includes the client's name for screen readers. */
function ClientActions({ client, onEdit, onStatus, onReferral, className }: ClientActionsProps) {
  const invite = useInvite();
  const active = client.status === "active";
  const StatusIcon = active ? CirclePause : CirclePlay;
  const of = <span className="sr-only"> {client.company_name}</span>;
  return (
    <div className={`flex flex-wrap ${className}`}>
      <a href={adminViewPath(client)} target="_blank" rel="noopener" className={actionClass}>
        <ExternalLink className={iconClass} aria-hidden="true" />
        <span>
          View{of}
          <span className="sr-only"> (opens in a new tab)</span>
        </span>
      </a>
      <button type="button" onClick={() => onEdit(client.id)} className={actionClass}>
        <Pencil className={iconClass} aria-hidden="true" />
        <span>Edit{of}</span>
      </button>
      <button
        type="button"
        disabled={invite.isPending}
        onClick={() => invite.mutate(client)}
        className={actionClass}
      >
        <Mail className={iconClass} aria-hidden="true" />
        <span>
          {invite.isPending ? "Sending" : "Invite"}
          {of}
        </span>
      </button>
      <button type="button" onClick={() => onReferral(client)} className={actionClass}>
        <Handshake className={iconClass} aria-hidden="true" />
        <span>Referral{of}</span>
      </button>
      <button
        type="button"
        onClick={() => onStatus(client)}
        className={`${actionClass} ${active ? "text-danger" : ""}`}
      >
        <StatusIcon className={iconClass} aria-hidden="true" />
        <span>
          {active ? "Deactivate" : "Reactivate"}
          {of}
        </span>
      </button>
    </div>
  );
}

const NONE = <span className="text-muted">None</span>;

/** The folder that videos go to. */
function DriveLink({ client }: { client: ClientSummary }) {
  if (!client.drive_link) return <span className="font-semibold text-danger">Missing</span>;
  return (
    <OtherPage href={client.drive_link} label={`Drive of ${client.company_name}`}>
      {client.drive_link.startsWith("/") ? "Built-in" : hostOf(client.drive_link)}
    </OtherPage>
  );
}

/** Link to the review page that customers are offered after a submission. */
function ReviewLink({ client }: { client: ClientSummary }) {
  if (client.review_link_type === "None" && !client.review_link_url) return NONE;
  if (!client.review_link_url) return <>{client.review_link_type}, no link</>;
  return (
    <OtherPage href={client.review_link_url} label={`Review page of ${client.company_name}`}>
      {client.review_link_type}
    </OtherPage>
  );
}

/** The record page, by its slug. */
function SlugLink({ client }: { client: ClientSummary }) {
  return (
    <OtherPage href={recordPath(client.custom_slug)} label={`Recording page of ${client.company_name}`}>
      {client.custom_slug}
    </OtherPage>
  );
}

function OtherPage({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <TextLink href={href} newTab title={label} className="wrap-anywhere">
      {children}
    </TextLink>
  );
}

const hostOf = (link: string): string => urlOf(link)?.hostname.replace(/^www\./, "") ?? "Link";

/** Since when a payment is missing, and the consequence; hidden if none is. */
function UnpaidNote({ client: { status, unpaid_since } }: { client: ClientSummary }) {
  const [now] = useState(Date.now);
  if (unpaid_since === null) return null;
  const end = formatDate(graceEnd(unpaid_since));
  const isOver = graceEnd(unpaid_since) <= now;
  return (
    <span className="block text-sm text-warning">
      Unpaid since {formatDate(unpaid_since)}
      <span className="block">
        {isOver
          ? `Grace ended ${end}`
          : status === "active"
            ? `Grace: page open until ${end}`
            : `Grace until ${end}`}
      </span>
    </span>
  );
}
