import { FolderOpen } from "lucide-react";
import { Link } from "react-router";
import type { Dashboard } from "../../../api/generated/Dashboard.ts";
import { routes } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { SubmissionTable } from "../submissions/submission-table.tsx";
import { useStay } from "../use-stay.ts";
import { withClient } from "../which-client.ts";
import { NothingRecent } from "./nothing-recent.tsx";

/** What has come lately, newest first. */
export function RecentCard({ dashboard }: { dashboard: Dashboard }) {
  const { client, recent, recent_days: days, recent_count: count } = dashboard;
  const stay = useStay();
  return (
    <Card
      className="h-full"
      title={`Recent submissions, last ${days} days`}
      aside={
        client.drive_link && (
          <TextLink
            href={client.drive_link}
            newTab
            className="inline-flex items-center gap-1.5 text-[0.9375rem]"
          >
            <FolderOpen className="size-4" aria-hidden="true" />
            Your folder
          </TextLink>
        )
      }
    >
      {recent.length > 0 ? (
        <>
          <SubmissionTable caption="Recent submissions" lines={recent} />
          <p className="mt-2 flex flex-wrap items-center justify-between gap-x-6">
            <Link
              to={withClient(routes.clientSubmissions, stay.search)}
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
