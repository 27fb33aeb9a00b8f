import { Trash2 } from "lucide-react";
import { useId } from "react";
import type { SignUpLine } from "../../../api/generated/SignUpLine.ts";
import { Badge } from "../../../ui/badge.tsx";
import { momentOf } from "../../client/submissions/submission-facts.ts";
import { RetryButton } from "../retry-button.tsx";
import { stateWords } from "./sign-up-states.ts";
import { useRetrySignUp } from "./use-sign-ups.ts";

/** One visitor: who, since when, how far they have come, and what went wrong on the way. */
export function SignUpItem({ one, onDelete }: { one: SignUpLine; onDelete: () => void }) {
  const retry = useRetrySignUp();
  const id = useId();
  const { text, tone } = stateWords(one.state);
  return (
    <li className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-hairline px-5 py-2.5 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10.5rem_13.5rem_7rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10.5rem_13.5rem_13rem]">
      <div className="min-w-0">
        <p id={id} className="font-semibold wrap-anywhere">
          {one.first_name} {one.surname}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{one.company}</p>
      </div>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <p className="wrap-anywhere">{one.email}</p>
        {one.error_message && (
          <p className={`text-sm wrap-anywhere ${one.state === "failed" ? "text-danger" : "text-warning"}`}>
            {one.error_message}
          </p>
        )}
      </div>
      <p className="col-start-2 row-start-1 self-start justify-self-end lg:col-start-3 lg:self-center lg:justify-self-start">
        <Badge tone={tone}>{text}</Badge>
      </p>
      <p className="row-start-3 text-sm tabular-nums lg:col-start-4 lg:row-start-1 lg:text-right">
        <Moment of="Signed up" at={one.created_at} />
        {one.confirmed_at !== null && <Moment of="Confirmed" at={one.confirmed_at} />}
      </p>
      <div className="col-start-2 row-start-3 flex flex-wrap justify-end gap-x-1 gap-y-2 lg:col-start-5 lg:row-start-1">
        {one.state === "failed" && (
          <RetryButton
            describedBy={id}
            queuing={retry.isPending}
            className="px-4"
            onRetry={() => retry.mutate(one.id)}
          />
        )}
        <button
          type="button"
          aria-describedby={id}
          onClick={onDelete}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm font-semibold text-danger transition-colors hover:bg-sunken"
        >
          <Trash2 className="size-4 shrink-0" aria-hidden="true" />
          Delete
        </button>
      </div>
    </li>
  );
}

function Moment({ of, at }: { of: string; at: number }) {
  return (
    <span className="block">
      <span className="text-muted">{of}</span>{" "}
      <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
        {momentOf(at)}
      </time>
    </span>
  );
}
