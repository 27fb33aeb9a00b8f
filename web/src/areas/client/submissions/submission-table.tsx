import { Link } from "react-router";
import type { SubmissionSummary } from "#api/generated/client.ts";
import { routes } from "#paths.ts";
import { Badge } from "#ui/badge.tsx";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { VideoFlags } from "./video-flags.tsx";
import { formatDateTime, formatDuration, formatLocalDate } from "#lib/format.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { stateDisplay } from "./submission-status.ts";

type Props = { clientId: string; caption: string; lines: SubmissionSummary[] };

/** Submissions as a table: thumbnail, customer, time, duration and status. */
export function SubmissionTable({ clientId, caption, lines }: Props) {
  return (
    <table className="w-full border-collapse text-[0.9375rem]">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-control text-left text-xs text-muted">
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            Customer
          </th>
          <th scope="col" className="hidden py-1.5 pr-3 font-semibold sm:table-cell">
            Date
          </th>
          <th scope="col" className="hidden py-1.5 pr-3 text-right font-semibold sm:table-cell">
            Length
          </th>
          <th scope="col" className="py-1.5 text-right font-semibold">
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.id} clientId={clientId} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ clientId, line }: { clientId: string; line: SubmissionSummary }) {
  const scope = useClientScope();
  const { text, tone, hint } = stateDisplay(line);
  return (
    <tr className="border-b border-hairline align-top last:border-b-0">
      <th scope="row" className="w-full max-w-0 py-2.5 pr-3 text-left font-normal">
        <div className="flex gap-3">
          <Thumbnail clientId={clientId} line={line} className="w-11 self-start" />
          <div className="min-w-0 flex-1">
            <Link
              to={withScope(routes.clientSubmissions, scope.search, { id: line.id })}
              className="block truncate leading-6 font-semibold underline decoration-hairline underline-offset-4 hover:decoration-ink"
            >
              {line.customer_name}
            </Link>
            <span className="block truncate text-sm text-muted">{line.customer_email}</span>
            <span className="block text-sm text-muted tabular-nums sm:hidden">
              {formatLocalDate(line.created_at)} · {formatDuration(line.duration_ms)} long
            </span>
            <span className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
              <VideoFlags line={line} />
            </span>
          </div>
        </div>
      </th>
      <td className="hidden py-2.5 pr-5 whitespace-nowrap tabular-nums sm:table-cell">
        <time dateTime={new Date(line.created_at).toISOString()} title={formatDateTime(line.created_at)}>
          {formatLocalDate(line.created_at)}
        </time>
      </td>
      <td className="hidden py-2.5 pr-3 text-right tabular-nums sm:table-cell">
        {formatDuration(line.duration_ms)}
      </td>
      <td className="py-2.5 pl-3 text-right [&>:first-child]:whitespace-nowrap">
        <Badge tone={tone}>{text}</Badge>
        {hint && <span className="mt-1 ml-auto block max-w-40 text-xs text-muted">{hint}</span>}
      </td>
    </tr>
  );
}
