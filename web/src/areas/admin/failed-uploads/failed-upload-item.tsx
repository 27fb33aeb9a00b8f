import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import type { FailedUpload } from "../../../api/generated/FailedUpload.ts";
import { clientRowPath } from "../../../paths.ts";
import { momentOf } from "../../client/submissions/submission-facts.ts";
import { RetryButton } from "../retry-button.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { useRetry } from "./use-failed-uploads.ts";
import { whyNoRetry } from "./why-no-retry.ts";

/** One video that did not arrive: whose, what went wrong last, and every try on demand. */
export function FailedUploadItem({ upload }: { upload: FailedUpload }) {
  const retry = useRetry();
  const id = useId();
  const reason = whyNoRetry(upload);
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
        <time
          dateTime={new Date(upload.created_at).toISOString()}
          className="block text-sm text-muted tabular-nums"
        >
          {momentOf(upload.created_at)}
        </time>
      </div>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <p className="text-[0.9375rem] leading-snug wrap-anywhere">
          {upload.error_message ?? "No reason was noted."}
        </p>
        <details className="group mt-1">
          <summary className="inline-flex min-h-8 list-none items-center gap-1 rounded-md text-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
            {upload.attempts.length === 1 ? "1 attempt" : `${upload.attempts.length} attempts`}
          </summary>
          <AttemptList attempts={upload.attempts} />
        </details>
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
