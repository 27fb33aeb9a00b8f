import { Badge } from "../../../ui/badge.tsx";
import type { SubmissionSummary } from "../../../api/generated/SubmissionSummary.ts";

type Marked = Pick<SubmissionSummary, "unwatermarked" | "unfinished">;

/** What a business has to know about a video at a glance. */
export function VideoFlags({ line }: { line: Marked }) {
  return (
    <>
      {line.unwatermarked && <Badge tone="warning">No watermark</Badge>}
      {line.unfinished !== null && <Badge tone="warning">As recorded</Badge>}
    </>
  );
}

/** The same, and what to do about it; the mails say it in these words too. */
export function VideoFlagNotes({ line }: { line: Marked }) {
  if (!line.unwatermarked && line.unfinished === null) return null;
  return (
    <ul className="flex flex-col gap-3 text-[0.9375rem]">
      {line.unwatermarked && (
        <li>
          <Badge tone="warning">No watermark</Badge>
          <span className="mt-1 block">
            Your customer's device could not add it. If you want it, add it before you share the video.
          </span>
        </li>
      )}
      {line.unfinished !== null && (
        <li>
          <Badge tone="warning">As recorded</Badge>
          <span className="mt-1 block">
            This is exactly what your customer's device recorded, so some players may not be able to play it
            or to skip through it. If yours does not, open it in the free VLC player or convert it to MP4.
          </span>
        </li>
      )}
    </ul>
  );
}
