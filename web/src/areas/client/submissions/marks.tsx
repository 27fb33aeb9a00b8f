import { Badge } from "../../../ui/badge.tsx";
import type { SubmissionLine } from "../../../api/generated/SubmissionLine.ts";

type Marked = Pick<SubmissionLine, "unwatermarked" | "unfinished">;

/** What a business has to know about a video at a glance. */
export function Marks({ line }: { line: Marked }) {
  return (
    <>
      {line.unwatermarked && <Badge tone="warning">No watermark</Badge>}
      {line.unfinished !== null && <Badge tone="warning">As recorded</Badge>}
    </>
  );
}

/** The same, and what to do about it; the mails say it in these words too. */
export function MarkNotes({ line }: { line: Marked }) {
  if (!line.unwatermarked && line.unfinished === null) return null;
  return (
    <ul className="flex flex-col gap-3 text-[0.9375rem]">
      {line.unwatermarked && (
        <li>
          <Badge tone="warning">No watermark</Badge>
          <span className="mt-1 block">
            Your customer's device did not add it. If you want it there, add it before you share the video.
          </span>
        </li>
      )}
      {line.unfinished !== null && (
        <li>
          <Badge tone="warning">As recorded</Badge>
          <span className="mt-1 block">
            It came just as your customer's device recorded it, so some players may not play it or jump within
            it. If yours does not, open it with the free VLC player, or convert it to MP4.
          </span>
        </li>
      )}
    </ul>
  );
}
