import { CircleCheck, CircleX, Clock, Info } from "lucide-react";
import { Link } from "react-router";
import type { SearchHit, Timeline, TimelineStep } from "#api/generated/operations.ts";
import type { StepTone } from "#api/generated/enums.ts";
import { affiliateViewPath, auditPath, clientRowPath, emailsPath } from "#admin-paths.ts";
import { formatDateTime } from "#lib/format.ts";
import { ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTimeline } from "./use-search.ts";

/** A hit's timeline: the answer, every step, and links onward. */
export function TimelinePanel({ hit }: { hit: SearchHit }) {
  const { data, error, isFetching, refetch } = useTimeline(hit);
  if (!data) {
    if (error && !isFetching) return <ErrorState what="the timeline" error={error} onRetry={refetch} />;
    return <Skeleton className="h-32 rounded-control" />;
  }
  return (
    <>
      <Answer timeline={data} />
      <ol aria-label="What happened, oldest first" className="mt-4 ml-2.5 border-l-2 border-hairline">
        {data.steps.map((step, index) => (
          <Step key={`${step.at}-${index}`} step={step} />
        ))}
      </ol>
      <Ways timeline={data} />
    </>
  );
}

const ICONS: Record<StepTone, { Icon: typeof Info; color: string; ground: string }> = {
  plain: { Icon: Info, color: "text-muted", ground: "border-hairline" },
  good: { Icon: CircleCheck, color: "text-success", ground: "border-success" },
  waiting: { Icon: Clock, color: "text-warning", ground: "border-warning" },
  bad: { Icon: CircleX, color: "text-danger", ground: "border-danger" },
};

function Answer({ timeline: { answer, tone } }: { timeline: Timeline }) {
  const { Icon, color, ground } = ICONS[tone];
  return (
    <output className={`flex gap-3 rounded-control border bg-sunken p-3.5 ${ground}`}>
      <Icon className={`mt-0.5 size-5 shrink-0 ${color}`} aria-hidden="true" />
      <span className="max-w-[72ch] min-w-0 wrap-anywhere">{answer}</span>
    </output>
  );
}

/** A step on the line, oldest first. */
function Step({ step: { at, text, detail, tone } }: { step: TimelineStep }) {
  const { Icon, color } = ICONS[tone];
  return (
    <li className="relative pt-0.5 pb-3.5 pl-6 text-[0.9375rem] leading-snug last:pb-0">
      <Icon
        className={`absolute top-0.5 -left-[0.6875rem] size-5 rounded-full bg-surface ${color}`}
        aria-hidden="true"
      />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="min-w-0 font-semibold wrap-anywhere">{text}</b>
        <time dateTime={new Date(at).toISOString()} className="text-sm text-muted tabular-nums">
          {formatDateTime(at)}
        </time>
      </p>
      {detail !== null && (
        <p className="max-w-[72ch] text-sm whitespace-pre-line text-muted wrap-anywhere">{detail}</p>
      )}
    </li>
  );
}

/** Links to the screens that show more of it. */
function Ways({ timeline: { kind, id, client_id, company_name } }: { timeline: Timeline }) {
  const ways: [label: string, to: string][] = [];
  if (company_name !== null) ways.push([`Open ${company_name}`, clientRowPath(company_name)]);
  if (client_id !== null) ways.push(["Its audit log", auditPath(client_id)]);
  if (kind === "partner") ways.push(["Open the partner’s dashboard", affiliateViewPath(id)]);
  if (kind === "mail") ways.push(["Open in the email log, to send it again", emailsPath(id)]);
  if (ways.length === 0) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem]">
      {ways.map(([label, to]) => (
        <Link
          key={to}
          to={to}
          className="inline-flex min-h-11 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          {label}
        </Link>
      ))}
    </p>
  );
}
