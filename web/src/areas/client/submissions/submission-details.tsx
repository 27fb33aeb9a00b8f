import { Ban, Download, Inbox, Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ClientView, DriveTrouble, SubmissionDetail, SubmissionSummary } from "#api/generated/client.ts";
import { routes } from "#paths.ts";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import * as api from "#api/generated/calls/client.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { CaptionsSection } from "./captions/captions-section.tsx";
import { useTranscript } from "./captions/use-transcript.ts";
import { ClipsSection } from "./clips/clips-section.tsx";
import { NotesSection } from "./notes-section.tsx";
import { ConsentSection } from "./consent-section.tsx";
import { PublishSection } from "./publish-section.tsx";
import { VideoFlagNotes } from "./video-flags.tsx";
import { formatDateTime, formatDuration, formatMegabytes } from "#lib/format.ts";
import { stateDisplay } from "./submission-status.ts";
import { useAcceptHeld, useChoosePoster } from "./use-submissions.ts";
import { posterAddress } from "./make-poster.ts";
import { cancelThumbnail, makeThumbnail, thumbnailAt } from "./make-thumbnail.ts";

type Props = {
  client: ClientView;
  detail: SubmissionDetail;
  driveTrouble: DriveTrouble | null;
  onErase: () => void;
  onReject: () => void;
};

/** The video on one side, the facts on the other. */
export function SubmissionDetails({ client, detail, driveTrouble, onErase, onReject }: Props) {
  const { search } = useClientScope();
  const clientId = client.id;
  const { submission, file_name, container, frame_rate, error_message } = detail;
  const { text, tone, hint } = stateDisplay(submission);
  const failed = submission.status === "drive_upload_failed";
  const isStuck = failed || (submission.status === "awaiting_drive_upload" && driveTrouble !== null);
  const player = useRef<HTMLVideoElement>(null);
  const reason = isStuck ? (driveTrouble?.text ?? error_message) : hint === null ? error_message : null;
  return (
    <div className="grid items-start gap-6 p-5 sm:p-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:gap-8">
      <div>
        <Player clientId={clientId} submission={submission} element={player} />
        {submission.hold !== null && <AcceptButton clientId={clientId} id={submission.id} />}
        {submission.playable && submission.hold === null && (
          <ButtonLink
            variant="outlined"
            href={api.submissionVideoAddress(clientId, submission.id, { download: "" })}
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
          <Detail name="Status">
            <Badge tone={tone}>{text}</Badge>
            {[hint, reason].map(
              (line) =>
                line !== null && (
                  <span key={line} className="mt-1 block text-sm text-muted wrap-anywhere">
                    {line}
                  </span>
                ),
            )}
            {isStuck && !driveTrouble?.is_ours && (
              <Link
                to={withScope(routes.clientDrive, search)}
                className="mt-1 inline-block text-sm font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
              >
                Open Drive
              </Link>
            )}
          </Detail>
          <Detail name="Email">
            <TextLink href={`mailto:${submission.customer_email}`} className="wrap-anywhere">
              {submission.customer_email}
            </TextLink>
          </Detail>
          <Detail name="Received">{formatDateTime(submission.created_at)}</Detail>
          <Detail name="Length">{formatDuration(submission.duration_ms)}</Detail>
          <Detail name="File">
            <span className="wrap-anywhere">
              {file_name ?? (submission.video_deleted_at === null ? "Not in your folder yet" : "Deleted")}
            </span>
            <span className="block text-sm text-muted">
              {formatMegabytes(submission.size_bytes)}, {container.toUpperCase()}
              {frame_rate !== null && `, ${frame_rate} frames per second`}
            </span>
          </Detail>
        </dl>
        <PublishSection clientId={clientId} detail={detail} />
        {submission.hold === null && (
          <>
            <CaptionsSection clientId={clientId} id={submission.id} player={player} />
            <ClipsSection client={client} detail={detail} />
          </>
        )}
        <NotesSection key={submission.id} clientId={clientId} detail={detail} />
        <VideoFlagNotes line={submission} reason={submission.unfinished ?? detail.unwatermarked_reason} />
        <ConsentSection clientId={clientId} detail={detail} />
        <div className="border-t border-hairline pt-5">
          <p className="mb-3 text-[0.9375rem] text-muted">
            Has your customer asked you to delete this? You can delete it here, permanently.
          </p>
          <Button variant="danger" onClick={onErase}>
            <Trash2 className="size-5" aria-hidden="true" />
            Delete
          </Button>
          <p className="mt-5 mb-3 text-[0.9375rem] text-muted">
            Is this an insult, advertising or a bad joke?
            {detail.gives_back ? " Remove it, and the credit that it took comes back." : " Remove it."}
          </p>
          <Button variant="outlined" onClick={onReject}>
            <Ban className="size-5" aria-hidden="true" />
            Not a testimonial
          </Button>
        </div>
      </div>
    </div>
  );
}

function AcceptButton({ clientId, id }: { clientId: string; id: string }) {
  const { mutate, isPending } = useAcceptHeld(clientId);
  return (
    <Button variant="signal" disabled={isPending} onClick={() => mutate([id])} className="mt-3 w-full">
      <Inbox className="size-5" aria-hidden="true" />
      Accept it for 1 credit
    </Button>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="pr-6 text-muted">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  );
}

const MAX_RELOADS = 2;

type PlayerProps = {
  clientId: string;
  submission: SubmissionSummary;
  element: RefObject<HTMLVideoElement | null>;
};

/** The browser's own player, which requests the byte ranges it needs. */
function Player({ clientId, submission, element }: PlayerProps) {
  const [failed, setFailed] = useState(false);
  const begun = useRef(false);
  const reloads = useRef(0);
  const url = api.submissionVideoAddress(clientId, submission.id, {});
  const poster = usePoster(clientId, submission, url);
  // Without a poster the browser would decode the first frame: Chromium then cannot seek back in a recording without an
  // index, and a page that crashed over the poster must not crash over this.
  const preload = poster ? "metadata" : "none";
  const [paused, setPaused] = useState(false);
  const choosing = useChoosePoster(clientId, submission.id);
  const { data: transcript } = useTranscript(clientId, submission.id, submission.hold === null);

  // Plays now if play was pressed while the poster was being made and the video had no source yet.
  useEffect(() => {
    if (poster !== undefined && begun.current) element.current?.play().catch(() => undefined);
  }, [poster, element]);

  // Chromium unloads a video that waits to be played and later seeks to resume, which fails in a recording without an
  // index, as browsers make them; so does loading it twice at once. Reloading it fixes both.
  const onError = ({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) => {
    if (reloads.current === MAX_RELOADS || video.currentTime > 0) {
      setFailed(true);
      return;
    }
    reloads.current += 1;
    video.load();
    if (begun.current) video.play().catch(() => undefined);
  };

  return (
    <div className="on-stage relative grid h-[min(60svh,32rem)] place-items-center overflow-hidden rounded-card bg-stage text-on-stage">
      {!submission.playable ? (
        <p className="max-w-[28ch] p-6 text-center text-stage-muted">
          {submission.video_deleted_at === null
            ? "This video cannot be played here. If it is in your folder, open it there."
            : "This video was deleted at the end of its retention period. Its entry and the consent stay."}
        </p>
      ) : failed ? (
        <div role="alert" className="flex max-w-[30ch] flex-col items-center gap-4 p-6 text-center">
          <p>
            This browser could not play the video. Try again, or download it and open it with another player.
          </p>
          <Button
            variant="outlined"
            onClick={() => {
              begun.current = false;
              reloads.current = 0;
              setFailed(false);
            }}
          >
            Try again
          </Button>
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- it has them once they are made
        <video
          ref={element}
          {...(poster === undefined ? {} : { src: url })}
          {...(poster ? { poster: poster } : {})}
          controls
          playsInline
          preload={preload}
          aria-label={`Video of ${submission.customer_name}`}
          onPlay={() => {
            begun.current = true;
            setPaused(false);
          }}
          onError={onError}
          onPause={() => setPaused(true)}
          className="absolute inset-0 size-full object-contain"
        >
          {transcript?.status === "done" && (
            // A correction loads them again.
            <track
              key={transcript.version}
              kind="captions"
              src={api.transcriptCaptionsAddress(clientId, submission.id)}
              srcLang={transcript.language}
              label="Captions"
              default
            />
          )}
        </video>
      )}
      {paused && submission.hold === null && (
        <Button
          variant="outlined"
          disabled={choosing.isPending}
          onClick={() => element.current && choosing.mutate(element.current)}
          className="absolute top-3 right-3 bg-surface! text-ink!"
        >
          Use as its picture
        </Button>
      )}
    </div>
  );
}

/** A player waits no longer for its still. */
const TIMEOUT_MS = 3000;

/** A video's poster: `undefined` while it is made, `null` if there is none or not in time. */
function usePoster(
  clientId: string,
  { id, playable, has_poster: hasPoster }: SubmissionSummary,
  url: string,
): string | null | undefined {
  const kept = hasPoster ? posterAddress(clientId, id) : undefined;
  const [poster, setPoster] = useState<string | null | undefined>(() => thumbnailAt(url));

  // A visit by direct link has no list that would have made the thumbnail.
  useEffect(() => {
    if (!playable || kept) return undefined;
    const unmounting = new AbortController();
    // Loaded twice at once it would fail in Chromium: the player gets the URL once the thumbnail has released it.
    const timer = setTimeout(() => cancelThumbnail(url), TIMEOUT_MS);
    void makeThumbnail({ clientId, id, url }, unmounting.signal, { first: true }).then(
      (made) => !unmounting.signal.aborted && setPoster(made),
    );
    return () => {
      clearTimeout(timer);
      unmounting.abort();
    };
  }, [clientId, id, url, playable, kept]);

  return kept ?? poster;
}
