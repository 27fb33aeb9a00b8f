import { CircleCheck } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { clientRowPath, failedUploadsId } from "#admin-paths.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { RetryButton } from "#areas/admin/retry-button.tsx";
import { useFailedUploads, useRetry, useRetryAll } from "./use-failed-uploads.ts";
import type { FailedUpload } from "#api/generated/admin.ts";
import { Time } from "#ui/time.tsx";
import { AttemptDetails } from "#areas/admin/attempt-details.tsx";

/** The rest is behind a button, so that the table of clients stays near. */
const SHOWN = 3;

/** Whether a URL's anchor is this panel. */
const isMeant = ({ hash }: { hash: string }) => hash === `#${failedUploadsId}`;

/** Videos whose delivery failed, with reason and attempts, and a retry button. */
export function FailedUploadsPanel() {
  const list = useFailedUploads();
  const { error, refetch, isFetching } = list;
  const data = list.firstPage;
  const retryAll = useRetryAll();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation();
  const all = chosen ?? isMeant(location);

  useEffect(() => {
    if (!isMeant(location)) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, [location]);

  const uploads = list.items ?? [];
  const shown = all ? uploads : uploads.slice(0, SHOWN);
  return (
    <section
      aria-labelledby={failedUploadsId}
      className={`rounded-card border bg-surface ${uploads.length > 0 ? "border-danger" : "border-hairline"}`}
    >
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3 px-5 py-4">
        <h2 ref={heading} id={failedUploadsId} tabIndex={-1} className="scroll-mt-6 text-xl">
          Failed uploads
        </h2>
        {data ? (
          <dl className="flex items-baseline gap-6 text-[0.9375rem]">
            <Count name="Failed jobs" count={data.failed_jobs} bad={data.failed_jobs > 0} />
            <Count name="Pending jobs" count={data.pending_jobs} />
          </dl>
        ) : (
          !error && <Skeleton className="h-7 w-48" />
        )}
        {uploads.length > 0 && (
          <RetryButton
            label="Retry all"
            queuing={retryAll.isPending}
            disabled={data?.retryable === 0}
            className="sm:ml-auto"
            onRetry={() => retryAll.mutate()}
          />
        )}
        {data && uploads.length === 0 && (
          <p className="flex items-center gap-2 text-[0.9375rem] text-success sm:ml-auto">
            <CircleCheck className="size-5 shrink-0" aria-hidden="true" />
            Every video has reached its folder, or is on its way.
          </p>
        )}
        {error && !data && (
          <p role="alert" className="flex flex-wrap items-center gap-x-4 text-[0.9375rem] text-danger">
            {error.message}
            <Button
              variant="quiet"
              className="min-h-11 px-0"
              disabled={isFetching}
              onClick={() => void refetch()}
            >
              Try again
            </Button>
          </p>
        )}
      </div>
      {shown.length > 0 && (
        <ul aria-label="Failed uploads, newest first" className="border-t border-hairline">
          {shown.map((upload) => (
            <FailedUploadItem key={upload.submission_id} upload={upload} />
          ))}
        </ul>
      )}
      {all && list.hasNextPage && (
        <div className="border-t border-hairline pb-4">
          <LoadMore list={list} />
        </div>
      )}
      {uploads.length > SHOWN && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setChosen(!all)}
          className="min-h-11 w-full rounded-b-card border-t border-hairline text-[0.9375rem] font-semibold hover:bg-sunken focus-visible:-outline-offset-3"
        >
          {all ? "Show the newest only" : `Show all ${data?.total}`}
        </button>
      )}
    </section>
  );
}

function Count({ name, count, bad = false }: { name: string; count: number; bad?: boolean }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="order-2 text-muted">{name}</dt>
      <dd className={`font-display text-2xl leading-none font-bold tabular-nums ${bad ? "text-danger" : ""}`}>
        {count}
      </dd>
    </div>
  );
}

/** One failed delivery: client, last error, and every attempt on demand. */
function FailedUploadItem({ upload }: { upload: FailedUpload }) {
  const retry = useRetry();
  const id = useId();
  const reason = retryError(upload);
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-hairline px-5 py-3 last:border-b-0 grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_auto]">
      <div className="min-w-0 text-[0.9375rem]">
        <p id={id} className="truncate font-semibold">
          {upload.customer_name}
        </p>
        <p className="truncate text-sm text-muted">
          for{" "}
          <Link
            to={clientRowPath(upload.company_name)}
            className="text-ink underline decoration-control underline-offset-4"
          >
            {upload.company_name}
          </Link>
        </p>
        <Time at={upload.created_at} className="block text-sm text-muted tabular-nums" />
      </div>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <p className="text-[0.9375rem] leading-snug wrap-anywhere">
          {upload.error_message ?? "No reason was recorded."}
        </p>
        <AttemptDetails attempts={upload.attempts} done="Delivered" className="mt-1" />
      </div>
      <div className="col-start-2 row-start-1 flex flex-col items-end gap-1 lg:col-start-3">
        <RetryButton
          describedBy={reason ? `${id} ${id}-why` : id}
          queuing={retry.isPending}
          disabled={reason !== null}
          onRetry={() => retry.mutate(upload.submission_id)}
        />
        {reason && (
          <p id={`${id}-why`} className="max-w-32 text-right text-sm leading-snug text-muted sm:max-w-48">
            {reason}
          </p>
        )}
      </div>
    </li>
  );
}

/** Why a delivery cannot be tried again, or `null` when it can. */
function retryError(
  upload: Pick<FailedUpload, "retryable" | "final_file_path" | "drive_link">,
): string | null {
  if (upload.retryable) return null;
  if (!upload.final_file_path) return "There is no file to deliver.";
  if (!upload.drive_link) return "The client has no drive link.";
  return "It cannot be retried.";
}
