import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import { Mark } from "../../../brand/mark.tsx";
import { routes } from "../../../paths.ts";
import { Announcer } from "../../../ui/announcer.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { takesNoVideos } from "../dashboard/credit-state.ts";
import { useStay } from "../use-stay.ts";
import { withClient } from "../which-client.ts";
import { SubmissionItem } from "./submission-item.tsx";
import type { useFilter } from "./use-filter.ts";
import { useSubmissions } from "./use-submissions.ts";

type Props = { client: ClientView; filter: ReturnType<typeof useFilter> };

/** What was found, a page at a time. */
export function SubmissionList({ client, filter: { filter, clear, open } }: Props) {
  const stay = useStay();
  const found = useSubmissions(client.id, filter);
  if (!found.data) {
    return found.isError && !found.isFetching ? (
      <State title="We could not load your submissions" text={found.error.message}>
        <Button onClick={() => void found.refetch()}>Try again</Button>
      </State>
    ) : (
      <Waiting />
    );
  }

  const lines = found.data.pages.flatMap((page) => page.submissions);
  const filtered = filter.q !== "" || filter.status !== "";
  if (lines.length === 0 && filtered) {
    return (
      <State title="Nothing fits" text="No submission has this in its name or email, with this status.">
        <Button look="outlined" onClick={clear}>
          Show all
        </Button>
      </State>
    );
  }
  if (lines.length === 0 && takesNoVideos(client)) {
    return <State title="Nobody has said anything yet" text="Your record page takes no videos now." />;
  }
  if (lines.length === 0) {
    return (
      <State title="Nobody has said anything yet" text="Share your link. The first video shows up here.">
        <Link to={withClient(routes.clientSharing, stay.search)} className={buttonClass("signal")}>
          Share your link
        </Link>
      </State>
    );
  }
  return (
    <div className={found.isPlaceholderData ? "opacity-60" : ""}>
      <Announcer message={`${lines.length}${found.hasNextPage ? " or more" : ""} submissions`} />
      <ul aria-label="Submissions" className="rounded-card border border-hairline bg-surface">
        {lines.map((line) => (
          <SubmissionItem key={line.id} clientId={client.id} line={line} onOpen={() => open(line.id)} />
        ))}
      </ul>
      {found.hasNextPage && (
        <div className="mt-4 flex flex-col items-center gap-2">
          <Button
            look="outlined"
            disabled={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {found.isFetchingNextPage ? "Loading" : "Load more"}
          </Button>
          {found.isFetchNextPageError && (
            <p role="alert" className="text-sm text-danger">
              {found.error.message}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function State({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-hairline bg-surface px-6 py-16 text-center">
      <Mark className="size-14" />
      <div>
        <h2 className="text-2xl">{title}</h2>
        <p className="mt-2 max-w-[40ch] text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="rounded-card border border-hairline bg-surface">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex items-center gap-4 border-b border-hairline p-4 last:border-b-0">
          <Skeleton className="aspect-[3/4] w-16 shrink-0" />
          <div className="flex-1">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="mt-2 h-4 w-56 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
