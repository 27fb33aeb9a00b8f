import { Download } from "lucide-react";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { SubmissionLine } from "../../../api/generated/SubmissionLine.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Marks } from "./marks.tsx";
import { momentOf, videoLength } from "./submission-facts.ts";
import { shownStatus } from "./submission-status.ts";
import { Thumbnail } from "./thumbnail.tsx";

type Props = { clientId: string; line: SubmissionLine; onOpen: () => void };

/** One submission: a look at it, who, when, and what became of it. All of the line opens it. */
export function SubmissionItem({ clientId, line, onOpen }: Props) {
  const { text, tone, hint } = shownStatus(line.status);
  return (
    <li className="relative flex items-center gap-4 border-b border-hairline p-3 transition-colors last:border-b-0 hover:bg-sunken sm:p-4">
      <Thumbnail address={line.playable ? endpoints.video(clientId, line.id) : null} />
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto_9.5rem] sm:items-center">
        <div className="min-w-0">
          <button
            type="button"
            onClick={onOpen}
            className="block max-w-full truncate text-left text-lg leading-snug font-semibold before:absolute before:inset-0"
          >
            {line.customer_name}
          </button>
          <p className="truncate text-sm text-muted">{line.customer_email}</p>
          <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
            <Marks line={line} />
          </p>
        </div>
        <p className="flex gap-x-3 text-sm whitespace-nowrap tabular-nums sm:flex-col sm:items-end">
          <time dateTime={new Date(line.created_at).toISOString()}>{momentOf(line.created_at)}</time>
          <span className="text-muted">{videoLength(line.duration_ms)}</span>
        </p>
        <p className="sm:text-right">
          <Badge tone={tone}>{text}</Badge>
          {hint && <span className="mt-1 block text-xs leading-snug text-muted">{hint}</span>}
        </p>
      </div>
      {line.playable ? (
        <a
          href={endpoints.download(clientId, line.id)}
          download
          className="relative grid size-11 shrink-0 place-items-center rounded-full hover:bg-surface"
          aria-label={`Download the video of ${line.customer_name}`}
        >
          <Download className="size-5" aria-hidden="true" />
        </a>
      ) : (
        <span className="size-11 shrink-0" />
      )}
    </li>
  );
}
