import { Download, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { SubmissionDetail } from "../../../api/generated/SubmissionDetail.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { ConsentNote } from "./consent-note.tsx";
import { MarkNotes } from "./marks.tsx";
import { Player } from "./player.tsx";
import { momentOf, videoLength, videoSize } from "./submission-facts.ts";
import { shownStatus } from "./submission-status.ts";

type Props = { clientId: string; detail: SubmissionDetail; onErase: () => void };

/** The video on one side, the facts on the other. */
export function SubmissionDetails({ clientId, detail, onErase }: Props) {
  const { submission, file_name, container, error_message, consent } = detail;
  const { text, tone, hint } = shownStatus(submission.status);
  return (
    <div className="grid items-start gap-6 p-5 sm:p-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:gap-8">
      <div>
        <Player clientId={clientId} submission={submission} />
        {submission.playable && (
          <ButtonLink
            look="outlined"
            href={endpoints.download(clientId, submission.id)}
            download
            className="mt-3 w-full"
          >
            <Download className="size-5" aria-hidden="true" />
            Download
          </ButtonLink>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] text-[0.9375rem] *:border-b *:border-hairline *:py-2">
          <Fact name="Status">
            <Badge tone={tone}>{text}</Badge>
            {(hint ?? error_message) && (
              <span className="mt-1 block text-sm text-muted wrap-anywhere">{hint ?? error_message}</span>
            )}
          </Fact>
          <Fact name="Email">
            <TextLink href={`mailto:${submission.customer_email}`} className="wrap-anywhere">
              {submission.customer_email}
            </TextLink>
          </Fact>
          <Fact name="Received">{momentOf(submission.created_at)}</Fact>
          <Fact name="Length">{videoLength(submission.duration_ms)}</Fact>
          <Fact name="File">
            <span className="wrap-anywhere">{file_name ?? "Not in your folder yet"}</span>
            <span className="block text-sm text-muted">
              {videoSize(submission.size_bytes)}, {container.toUpperCase()}
            </span>
          </Fact>
        </dl>
        <MarkNotes line={submission} />
        <ConsentNote consent={consent} />
        <div className="border-t border-hairline pt-5">
          <p className="mb-3 text-[0.9375rem] text-muted">
            Has your customer asked you to delete this? You can do that here, for good.
          </p>
          <Button look="danger" onClick={onErase}>
            <Trash2 className="size-5" aria-hidden="true" />
            Delete
          </Button>
        </div>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="pr-6 text-muted">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  );
}
