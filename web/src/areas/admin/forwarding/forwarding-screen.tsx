import titles from "#api/generated/titles.json";
import { Link } from "react-router";
import { adminRoutes, clientRowPath } from "#admin-paths.ts";
import { useTitle } from "#lib/use-title.ts";
import type { JobStatus } from "#api/generated/enums.ts";
import { AdminList } from "#areas/admin/admin-list.tsx";
import type { ForwardPage, ForwardSummary } from "#api/generated/site.ts";
import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Time } from "#ui/time.tsx";
import { AttemptDetails } from "#areas/admin/attempt-details.tsx";
import { RetryButton } from "#areas/admin/retry-button.tsx";
import { usePagedList } from "#api/use-paged-list.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import { ApiError } from "#api/http.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

/** Forwards to the automation webhooks, and their responses. */
export default function ForwardingScreen() {
  useTitle(titles.adminForwarding);
  return (
    <main>
      <h1 className="text-4xl">Forwarding</h1>
      <p className="mt-2 mb-5 max-w-[75ch] text-muted">
        Each form can forward its testimonials to a URL of yours, which you set in the{" "}
        <Link
          to={adminRoutes.adminSettings}
          className="text-ink underline decoration-control underline-offset-4"
        >
          settings
        </Link>
        ; we sign every request in the header{" "}
        <code className="text-[0.9375em] text-ink">Sayso-Signature</code>.
      </p>
      <ForwardList />
    </main>
  );
}

/** The log of forwards. Each retry is a separate entry. */
function ForwardList() {
  const list = useForwards();
  return (
    <>
      {list.firstPage?.has_secret === false && <NoSecret />}
      <AdminList
        list={list}
        subject="the log"
        nouns={["request", "requests"]}
        label="Forwarded, newest first"
        empty={{
          title: "Nothing has been forwarded yet",
          text: "Once a URL is set, every testimonial sent to it is listed here.",
        }}
      >
        {(forward, index, forwards) => (
          <ForwardItem
            key={`${forward.submission_id} ${forward.created_at}`}
            forward={forward}
            again={isRepeated(forwards, index)}
          />
        )}
      </AdminList>
    </>
  );
}

/** Whether a later attempt of the same submission precedes it; the list is newest first. */
const isRepeated = (forwards: ForwardSummary[], index: number) =>
  forwards.findIndex(({ submission_id }) => submission_id === forwards[index]?.submission_id) < index;

const STATUSES: Record<JobStatus, { text: string; tone: BadgeTone }> = {
  pending: { text: "waiting", tone: "warning" },
  running: { text: "being sent", tone: "warning" },
  done: { text: "forwarded", tone: "success" },
  failed: { text: "failed", tone: "danger" },
};

type ForwardItemProps = {
  forward: ForwardSummary;
  /** It was queued again; the new attempt is listed above. */
  again: boolean;
};

/** One forward: submission, webhook, time and status, with every attempt on demand. */
function ForwardItem({ forward, again }: ForwardItemProps) {
  const retry = useRetryForward();
  const id = useId();
  const { text, tone } = STATUSES[forward.status];
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
        <Time at={forward.created_at} className="leading-6.5" />
      </p>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <p className="wrap-anywhere">{forward.attempts.at(-1)?.reason}</p>
        <AttemptDetails attempts={forward.attempts} done="Forwarded" />
      </div>
      <div className="col-start-2 row-start-1 text-right lg:col-start-4">
        {forward.status === "failed" &&
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

/** Warns about a missing secret before the first forward fails. */
function NoSecret() {
  return (
    <div role="note" className="mb-5 flex gap-4 rounded-card border border-warning bg-surface p-5">
      <TriangleAlert className="mt-0.5 size-6 shrink-0 text-warning" aria-hidden="true" />
      <div className="min-w-0">
        <p className="text-lg leading-snug font-semibold">
          Nothing can be forwarded: the secret <code className="text-[0.9375em]">AUTOMATION_SECRET</code> is
          missing.
        </p>
        <p className="mt-1 max-w-[75ch]">
          We sign every request with it. Set it with{" "}
          <code className="text-[0.9375em] wrap-anywhere">wrangler secret put AUTOMATION_SECRET</code>, then
          retry the failed requests here.
        </p>
      </div>
    </div>
  );
}

const KEY = ["admin", "forwards"];
/** Polling interval while a request is being sent. */
const POLL_MS = 10_000;

/** Forwards, newest first, paged. */
function useForwards() {
  return usePagedList({
    queryKey: KEY,
    load: admin.forwardList,
    itemsOf: (page: ForwardPage) => page.forwards,
    refetchInterval: (items) => (items.every(({ status }) => isFinal(status)) ? false : POLL_MS),
  });
}

/** A request that neither waits nor is being sent. */
const isFinal = (status: JobStatus) => status === "done" || status === "failed";

/** Queues a failed request again. */
function useRetryForward() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (submission: string) => admin.forwardRetry(submission),
    onSuccess: () => showToast("success", "Retry queued"),
    onError: (error) => {
      // Somebody else was faster: no error.
      if (error instanceof ApiError && error.code === "forward_in_flight")
        void showToast("plain", "Nothing to retry", error.message);
      else toastUnlessSignedOut("Failed to queue the retry")(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
