import { FolderOpen } from "lucide-react";
import { Link } from "react-router";
import type { Dashboard } from "../../../api/generated/Dashboard.ts";
import { Mark } from "../../../brand/mark.tsx";
import { routes } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { SubmissionTable } from "../submissions/submission-table.tsx";
import { useStay } from "../use-stay.ts";
import { withClient } from "../which-client.ts";
import { RECENT_DAYS } from "./last-days.ts";

/** What has come lately, newest first. */
export function RecentCard({ dashboard: { client, recent } }: { dashboard: Dashboard }) {
  const stay = useStay();
  return (
    <Card
      className="h-full"
      title={`Recent submissions, last ${RECENT_DAYS} days`}
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
          <Link
            to={withClient(routes.clientSubmissions, stay.search)}
            className={buttonClass("quiet", "mt-2 -ml-5")}
          >
            All submissions
          </Link>
        </>
      ) : (
        <div className="flex flex-col items-center gap-4 px-4 py-10 text-center">
          <Mark className="size-14" />
          <p className="max-w-[34ch]">
            <b className="block text-lg">Nobody has said anything yet.</b>
            Share your link. The first video shows up here a minute after it is sent.
          </p>
          <div className="flex flex-wrap justify-center gap-x-2">
            <Link to={withClient(routes.clientSharing, stay.search)} className={buttonClass("outlined")}>
              Share your link
            </Link>
            <Link to={withClient(routes.clientSubmissions, stay.search)} className={buttonClass("quiet")}>
              All submissions
            </Link>
          </div>
        </div>
      )}
    </Card>
  );
}
