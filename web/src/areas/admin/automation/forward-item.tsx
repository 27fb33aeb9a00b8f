import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import type { ForwardLine } from "../../../api/generated/ForwardLine.ts";
import { clientRowPath } from "../../../paths.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { momentOf } from "../../client/submissions/submission-facts.ts";
import { AttemptList } from "../failed-uploads/attempt-list.tsx";
import { RetryButton } from "../retry-button.tsx";
import { useRetryForward } from "./use-forwards.ts";

const STATES: Record<string, { text: string; tone: BadgeTone }> = {
  pending: { text: "waiting", tone: "warning" },
  running: { text: "being sent", tone: "warning" },
  done: { text: "handed on", tone: "success" },
  failed: { text: "failed", tone: "danger" },
};

type Props = {
  forward: ForwardLine;
  /** It was queued again: what became of that stands further up. */
  again: boolean;
};

/** One note: of whose video, by which webhook, when, what became of it, and every try on demand. */
export function ForwardItem({ forward, again }: Props) {
  const retry = useRetryForward();
  const id = useId();
  const { text, tone } = STATES[forward.state] ?? { text: forward.state, tone: "outline" };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 border-b border-hairline px-5 py-3 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[minmax(0,15rem)_15rem_minmax(0,1fr)_7rem]">
      <div id={id} className="min-w-0">
        <p className="font-semibold wrap-anywhere">{forward.endpoint}</p>
        <p className="text-sm text-muted wrap-anywhere">
          for{" "}
          <Link
            to={clientRowPath(forward.company_name)}
            className="text-ink underline decoration-control underline-offset-4"
          >
            {forward.company_name}
          </Link>
        </p>
      </div>
      <p className="col-span-2 flex flex-wrap items-start gap-x-3 gap-y-1 text-sm tabular-nums lg:col-span-1">
        <Badge tone={tone}>{text}</Badge>
        <time dateTime={new Date(forward.created_at).toISOString()} className="leading-6.5">
          {momentOf(forward.created_at)}
        </time>
      </p>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <p className="wrap-anywhere">{forward.attempts.at(-1)?.reason}</p>
        <details className="group">
          <summary className="inline-flex min-h-8 list-none items-center gap-1 rounded-md text-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
            {forward.attempts.length === 1 ? "1 attempt" : `${forward.attempts.length} attempts`}
          </summary>
          <AttemptList attempts={forward.attempts} />
        </details>
      </div>
      <div className="col-start-2 row-start-1 text-right lg:col-start-4">
        {forward.state === "failed" &&
          (again ? (
            <p className="text-sm text-muted">Queued again</p>
          ) : (
            <RetryButton
              describedBy={id}
              queuing={retry.isPending}
              className="px-4"
              onRetry={() => retry.mutate(forward.submission_id)}
            />
          ))}
      </div>
    </li>
  );
}
