import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import type { ClientSummary } from "#api/generated/admin.ts";
import { Badge } from "#ui/badge.tsx";
import { formatDate } from "#lib/format.ts";
import { ClientActions } from "./client-actions.tsx";
import type { ClientFilters } from "./client-filter.tsx";
import { UnpaidNote } from "./unpaid-note.tsx";
import { DriveLink, ReviewLink, SlugLink } from "./client-links.tsx";
import { PLAN_LABELS, STATUS_LABELS, STATUS_TONES, formatBytes } from "./client-labels.ts";
import { chosenSort, nextSort, type SortColumn } from "./sorting.ts";

type Props = {
  lines: ClientSummary[];
  filters: ClientFilters;
  onEdit: (id: string) => void;
  onStatus: (client: ClientSummary) => void;
  onReferral: (client: ClientSummary) => void;
};

/** The table for wide screens. Fields that belong together share a column, one above the other. */
export function ClientTable({ lines, filters, onEdit, onStatus, onReferral }: Props) {
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
              <time
                dateTime={new Date(client.created_at).toISOString()}
                className="mt-0.5 block text-muted tabular-nums"
              >
                {formatDate(client.created_at)}
              </time>
            </td>
            <td className="w-46 py-1.5! pr-2! xl:w-50 xl:pr-3!">
              <ClientActions
                client={client}
                onEdit={onEdit}
                onStatus={onStatus}
                onReferral={onReferral}
                className="-ml-1.5 w-42 xl:-ml-2 xl:w-51"
              />
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
