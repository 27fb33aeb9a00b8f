import type { ForwardLine } from "../../../api/generated/ForwardLine.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { More } from "../more.tsx";
import { Failed, State } from "../state.tsx";
import { ForwardItem } from "./forward-item.tsx";
import { NoSecret } from "./no-secret.tsx";
import { useForwards } from "./use-forwards.ts";

/** The log. A retry is a line of its own. */
export function ForwardList() {
  const found = useForwards();
  if (!found.data) {
    return found.isError && !found.isFetching ? (
      <Failed what="the log" error={found.error} onRetry={found.refetch} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  }
  const lines = found.data.pages.flatMap((page) => page.forwards);
  const notice = found.data.pages[0]?.has_secret === false && <NoSecret />;
  if (lines.length === 0) {
    return (
      <>
        {notice}
        <State
          title="Nothing was handed on yet"
          text="Once an address is set, each testimonial that comes by its form leaves a line here."
        />
      </>
    );
  }
  return (
    <>
      {notice}
      <ol aria-label="Handed on, newest first" className="rounded-card border border-hairline bg-surface">
        {lines.map((forward, at) => (
          <ForwardItem
            key={`${forward.submission_id} ${forward.created_at}`}
            forward={forward}
            again={isRepeated(lines, at)}
          />
        ))}
      </ol>
      <More found={found} />
    </>
  );
}

/** Newest first: a later try of the same submission stands before it. */
const isRepeated = (lines: ForwardLine[], at: number) =>
  lines.findIndex(({ submission_id }) => submission_id === lines[at]?.submission_id) < at;
