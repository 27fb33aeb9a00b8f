import { formatDistanceToNowStrict } from "date-fns";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Cause, Overview } from "#api/generated/operations.ts";
import { adminRoutes, failedUploadsPath } from "#admin-paths.ts";

const total = (causes: Cause[]) => causes.reduce((sum, cause) => sum + cause.count, 0);

export function QueueFigures({ overview }: { overview: Overview }) {
  const failures = total(overview.failures);
  const mails = total(overview.email_failures);
  return (
    <section
      aria-label="Queue and failures"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hairline bg-hairline lg:grid-cols-4"
    >
      <Figure name="Queue depth" value={overview.queue_depth}>
        {overview.queue_depth === 1 ? "job queued or running" : "jobs queued or running"}
      </Figure>
      <Figure
        name="Oldest job"
        value={overview.oldest_job_at === null ? "–" : formatDistanceToNowStrict(overview.oldest_job_at)}
      >
        {overview.oldest_job_at === null ? "the queue is empty" : "since it was queued"}
      </Figure>
      <Figure name="Failed deliveries" value={failures} bad={failures > 0}>
        {failures === 0 ? "none" : <FigureLink to={failedUploadsPath}>View them</FigureLink>}
      </Figure>
      <Figure name="Failed emails" value={mails} bad={mails > 0}>
        {mails === 0 ? (
          "none"
        ) : (
          <FigureLink to={`${adminRoutes.adminEmails}?status=failed`}>View them</FigureLink>
        )}
      </Figure>
    </section>
  );
}

type Props = { name: string; value: number | string; bad?: boolean; children: ReactNode };

function Figure({ name, value, bad = false, children }: Props) {
  return (
    <div className="bg-surface p-4 sm:p-5">
      <h2 className="font-sans text-[0.9375rem] font-semibold tracking-normal">{name}</h2>
      <p
        className={`mt-1 flex min-h-11 items-center font-display leading-none font-bold tracking-tight tabular-nums ${typeof value === "number" ? "text-4xl" : "text-2xl"} ${bad ? "text-danger" : ""}`}
      >
        {value}
      </p>
      <p className="text-sm text-muted">{children}</p>
    </div>
  );
}

function FigureLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-ink underline decoration-control underline-offset-4 hover:decoration-ink">
      {children}
    </Link>
  );
}
