import { FolderOpen } from "lucide-react";
import { Link } from "react-router";
import type { ClientView, Dashboard } from "#api/generated/client.ts";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { SubmissionTable } from "#areas/client/submissions/submission-table.tsx";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { Mark } from "#brand/mark.tsx";
import { useSubmissions } from "#areas/client/submissions/use-submissions.ts";
import { takesNoVideos } from "./credit-state.ts";

export function RecentCard({ dashboard }: { dashboard: Dashboard }) {
  const { client, recent, recent_days: days, recent_count: count } = dashboard;
  const scope = useClientScope();
  return (
    <Card
      title={`Recent submissions, last ${days} days`}
      aside={
        <span className="flex flex-wrap items-center gap-x-5 text-[0.9375rem]">
          {client.drive_link && (
            <TextLink href={client.drive_link} newTab className="inline-flex min-h-6 items-center gap-1.5">
              <FolderOpen className="size-4" aria-hidden="true" />
              Your folder
            </TextLink>
          )}
          <Link
            to={withScope(routes.clientDrive, scope.search)}
            className="inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            Change drive
          </Link>
        </span>
      }
    >
      {recent.length > 0 ? (
        <>
          <SubmissionTable clientId={client.id} caption="Recent submissions" lines={recent} />
          <p className="mt-2 flex flex-wrap items-center justify-between gap-x-6">
            <Link
              to={withScope(routes.clientSubmissions, scope.search)}
              className={buttonClass("quiet", "-ml-5")}
            >
              All submissions
            </Link>
            {recent.length < count && (
              <span className="text-sm text-muted tabular-nums">
                Newest {recent.length} of {count}
              </span>
            )}
          </p>
        </>
      ) : (
        <NothingRecent client={client} days={days} />
      )}
    </Card>
  );
}

const EVERYTHING = { q: "", status: "", from: "", to: "", order: "" };

/** The card without a line: a business that never got anything is invited to ask for it. */
function NothingRecent({ client, days }: { client: ClientView; days: number }) {
  const scope = useClientScope();
  // The same answer that the list of all submissions opens with.
  const { items, isPending } = useSubmissions(client.id, EVERYTHING);
  const never = items?.length === 0;
  const closed = takesNoVideos(client);
  return (
    <div
      aria-busy={isPending}
      className={`flex flex-col items-center gap-4 px-4 py-8 text-center ${isPending ? "invisible" : ""}`}
    >
      <Mark className="size-14" />
      <p className="max-w-[34ch]">
        <b className="block text-lg">
          {never ? "No testimonials yet." : `Nothing in the last ${days} days.`}
        </b>
        {closed
          ? "Your recording page is not taking videos at the moment."
          : never
            ? "Share your recording link. The first video appears here within a minute of being sent."
            : "Share your recording link again. The next video appears here within a minute of being sent."}
      </p>
      <div className="flex flex-wrap justify-center gap-x-2">
        {!closed && (
          <Link to={withScope(routes.clientSharing, scope.search)} className={buttonClass("outlined")}>
            Share your link
          </Link>
        )}
        {!never && (
          <Link to={withScope(routes.clientSubmissions, scope.search)} className={buttonClass("quiet")}>
            All submissions
          </Link>
        )}
      </div>
    </div>
  );
}
