import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { failedUploadsId } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { More } from "../more.tsx";
import { RetryButton } from "../retry-button.tsx";
import { FailedUploadItem } from "./failed-upload-item.tsx";
import { useFailedUploads, useRetryAll } from "./use-failed-uploads.ts";

/** More stand behind a button: the table of clients is never far. */
const SHOWN = 3;

/** Whether an address leads to this panel. */
const isMeant = ({ hash }: { hash: string }) => hash === `#${failedUploadsId}`;

/** Videos that did not arrive in their folder: why, what was tried, and the way to try again. */
export function FailedUploadsPanel() {
  const found = useFailedUploads();
  const { error, refetch, isFetching } = found;
  const data = found.data?.pages[0];
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

  const uploads = found.data?.pages.flatMap((page) => page.uploads) ?? [];
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
              look="quiet"
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
      {all && found.hasNextPage && (
        <div className="border-t border-hairline pb-4">
          <More found={found} />
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
