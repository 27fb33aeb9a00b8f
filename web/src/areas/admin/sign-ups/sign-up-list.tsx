import { PagedList } from "#ui/paged-list.tsx";
import { EmptyState, NoMatches } from "#ui/empty-state.tsx";
import type { SignUpSummary } from "#api/generated/site.ts";
import { RetryButton } from "#areas/admin/retry-button.tsx";
import { useRetrySignUp, useRetrySignUps, useSignUps } from "./use-sign-ups.ts";
import { Trash2 } from "lucide-react";
import { useId } from "react";
import { Badge } from "#ui/badge.tsx";
import { formatDateTime } from "#lib/format.ts";
import { SIGN_UP_STATUSES } from "./sign-up-status.ts";

type Props = { params: URLSearchParams; onClear: () => void; onDelete: (signUp: SignUpSummary) => void };

export function SignUpList({ params, onClear, onDelete }: Props) {
  const list = useSignUps(params);
  const empty =
    params.size > 0 ? (
      <NoMatches
        title="No sign-ups match your search"
        text="Try another name, company or email, or any status."
        onClear={onClear}
      />
    ) : (
      <EmptyState title="No sign-ups yet" text="Everyone who joins the list on the home page appears here." />
    );
  return (
    <PagedList list={list} what="the sign-ups" nouns={["sign-up", "sign-ups"]} empty={empty}>
      {(signUps) => (
        <>
          {(params.get("status") === "failed" || signUps.some(({ status }) => status === "failed")) && (
            <RetryAll />
          )}
          <ul aria-label="Sign-ups, newest first" className="rounded-card border border-hairline bg-surface">
            {signUps.map((signUp) => (
              <SignUpItem key={signUp.id} signUp={signUp} onDelete={() => onDelete(signUp)} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  );
}

/** Retries all failed ones, regardless of filters. */
function RetryAll() {
  const retryAll = useRetrySignUps();
  return (
    <RetryButton
      label="Retry all failed"
      queuing={retryAll.isPending}
      className="mb-4"
      onRetry={() => retryAll.mutate()}
    />
  );
}

/** One sign-up: person, time, status, and errors. */
function SignUpItem({ signUp, onDelete }: { signUp: SignUpSummary; onDelete: () => void }) {
  const retry = useRetrySignUp();
  const id = useId();
  const { text, tone } = SIGN_UP_STATUSES[signUp.status];
  return (
    <li className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-hairline px-5 py-2.5 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10.5rem_13.5rem_7rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10.5rem_13.5rem_13rem]">
      <div className="min-w-0">
        <p id={id} className="font-semibold wrap-anywhere">
          {signUp.first_name} {signUp.surname}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{signUp.company}</p>
      </div>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <p className="wrap-anywhere">{signUp.email}</p>
        {signUp.error_message && (
          <p
            className={`text-sm wrap-anywhere ${signUp.status === "failed" ? "text-danger" : "text-warning"}`}
          >
            {signUp.error_message}
          </p>
        )}
      </div>
      <p className="col-start-2 row-start-1 self-start justify-self-end lg:col-start-3 lg:self-center lg:justify-self-start">
        <Badge tone={tone}>{text}</Badge>
      </p>
      <p className="row-start-3 text-sm tabular-nums lg:col-start-4 lg:row-start-1 lg:text-right">
        <Moment of="Signed up" at={signUp.created_at} />
        {signUp.confirmed_at !== null && <Moment of="Confirmed" at={signUp.confirmed_at} />}
      </p>
      <div className="col-start-2 row-start-3 flex flex-wrap justify-end gap-x-1 gap-y-2 lg:col-start-5 lg:row-start-1">
        {signUp.status === "failed" && (
          <RetryButton
            describedBy={id}
            queuing={retry.isPending}
            className="px-4"
            onRetry={() => retry.mutate(signUp.id)}
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
        {formatDateTime(at)}
      </time>
    </span>
  );
}
