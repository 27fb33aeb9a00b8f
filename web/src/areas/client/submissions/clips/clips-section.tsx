import { Clapperboard, Download, FolderUp, Globe, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import * as api from "#api/generated/calls/client.ts";
import type { ClientView, SubmissionDetail } from "#api/generated/client.ts";
import type { ClipList, ClipView } from "#api/generated/clips.ts";
import { formatDuration, formatMegabytes } from "#lib/format.ts";
import { lazyModule, useLazyModule } from "#lib/use-lazy-module.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { WindowDialog } from "#ui/dialogs/window-dialog.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useTranscript } from "../captions/use-transcript.ts";
import { usePublish } from "../use-submissions.ts";
import { useClips, useDeliverClip, usePublicClip, useRemoveClip } from "./use-clips.ts";

type Props = { client: ClientView; detail: SubmissionDetail };

const editor = lazyModule(() => import("./clip-editor.tsx"));

const OBSTACLES: Record<NonNullable<ClipList["obstacle"]>, string> = {
  withdrawn: "Your customer withdrew the consent, so no clips may be made of this video.",
  consent:
    "Your customer agreed to an earlier text that does not mention clips. Ask again, below, to be allowed to make some.",
  "no-video": "The video is not here any more, so no clips can be made of it.",
};

/** The clips of a video, and the button that makes one. */
export function ClipsSection({ client, detail }: Props) {
  const { submission } = detail;
  const { data } = useClips(client.id, submission.id);
  const [editing, setEditing] = useState<ClipView | "new" | null>(null);
  const { module, timedOut } = useLazyModule(editing === null ? null : editor);
  if (!data) return null;
  return (
    <section aria-label="Clips" className="border-t border-hairline pt-5 text-[0.9375rem]">
      <h3 className="mb-2 text-lg">Clips</h3>
      {data.obstacle !== null ? (
        <p className="text-muted">{OBSTACLES[data.obstacle]}</p>
      ) : (
        <>
          <p className="mb-3 text-muted">
            Cut words out, choose a format for a social network, burn in captions. The video itself stays as
            it is.
          </p>
          <Button variant="outlined" onClick={() => setEditing("new")}>
            <Clapperboard className="size-5" aria-hidden="true" />
            Make a clip
          </Button>
        </>
      )}
      {data.clips.length > 0 && (
        <ul className="mt-4 flex flex-col gap-4">
          {data.clips.map((clip, index) => (
            <ClipRow
              key={clip.id}
              client={client}
              detail={detail}
              clip={clip}
              name={`Clip ${index + 1}`}
              canEdit={data.obstacle === null}
              onEdit={() => setEditing(clip)}
            />
          ))}
        </ul>
      )}
      {editing !== null && (
        <WindowDialog title="Make a clip" onClose={() => setEditing(null)}>
          {module ? (
            <module.ClipEditor
              client={client}
              detail={detail}
              watermark={data.watermark}
              from={editing === "new" ? null : editing.recipe}
              onMade={() => setEditing(null)}
            />
          ) : (
            <div className="grid min-h-60 place-items-center p-6">
              {timedOut ? (
                <p role="alert">The editor does not load. Please check your connection, and open it again.</p>
              ) : (
                <Spinner label="Loading the editor" />
              )}
            </div>
          )}
        </WindowDialog>
      )}
    </section>
  );
}

type RowProps = Props & { clip: ClipView; name: string; canEdit: boolean; onEdit: () => void };

function ClipRow({
  client: { id: clientId },
  detail: { submission, publication, withdrawn_at: withdrawnAt },
  clip,
  name,
  canEdit,
  onEdit,
}: RowProps) {
  const deliver = useDeliverClip(clientId, submission.id);
  const remove = useRemoveClip(clientId, submission.id);
  const show = usePublicClip(clientId, submission.id);
  const publish = usePublish(clientId);
  const [isConfirming, setConfirming] = useState(false);
  const { data: transcript } = useTranscript(clientId, submission.id);
  const address = (query: { download?: string }) =>
    api.clipVideoAddress(clientId, submission.id, clip.id, query);
  const isPublished = publication !== null && ["public", "copying", "paused"].includes(publication.status);
  const publishInstead = () =>
    show.mutate(
      { clip: clip.id },
      { onSuccess: () => !isPublished && publish.mutate({ ids: [submission.id], publish: true }) },
    );
  return (
    <li aria-label={name} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it has them once they are made */}
      <video
        src={address({})}
        poster={api.clipPosterAddress(clientId, submission.id, clip.id, {})}
        controls
        playsInline
        preload="none"
        aria-label={`Video of ${name}`}
        className="on-stage aspect-[4/5] w-full rounded-control bg-stage object-contain"
      >
        {clip.recipe.captions === "none" && transcript?.status === "done" && (
          <track
            key={transcript.version}
            kind="captions"
            src={api.clipCaptionsAddress(clientId, submission.id, clip.id)}
            srcLang={transcript.language}
            label="Captions"
            default
          />
        )}
      </video>
      <div>
        <p className="font-semibold tabular-nums">
          {name}
          <span className="ml-2 font-normal text-muted">
            {formatDuration(clip.duration_ms)}, {clip.width} × {clip.height},{" "}
            {formatMegabytes(clip.size_bytes)}
          </span>
        </p>
        {clip.is_public && (
          <p className="font-medium text-success">
            {publication?.status === "public"
              ? "Public in place of the video"
              : "Shown in place of the video once that is public"}
          </p>
        )}
        {clip.delivery !== null && <p className="text-muted">{deliveryText(clip)}</p>}
        <div className="mt-2 flex flex-wrap gap-2">
          <ButtonLink variant="outlined" href={address({ download: "" })} download>
            <Download className="size-5" aria-hidden="true" />
            Download
          </ButtonLink>
          {(clip.delivery === null || clip.delivery === "failed") && (
            <Button variant="outlined" disabled={deliver.isPending} onClick={() => deliver.mutate(clip)}>
              <FolderUp className="size-5" aria-hidden="true" />
              To my drive
            </Button>
          )}
          {clip.is_public ? (
            <Button variant="outlined" disabled={show.isPending} onClick={() => show.mutate({ clip: null })}>
              <Globe className="size-5" aria-hidden="true" />
              Show the whole video instead
            </Button>
          ) : (
            withdrawnAt === null && (
              <Button variant="outlined" disabled={show.isPending} onClick={publishInstead}>
                <Globe className="size-5" aria-hidden="true" />
                Publish this instead
              </Button>
            )
          )}
          {canEdit && (
            <Button variant="quiet" onClick={onEdit}>
              <Pencil className="size-5" aria-hidden="true" />
              Edit a copy
            </Button>
          )}
          {!clip.is_public && (
            <Button variant="quiet" onClick={() => setConfirming(true)}>
              <Trash2 className="size-5" aria-hidden="true" />
              Delete
            </Button>
          )}
        </div>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={`Delete ${name.toLowerCase()}?`}
          icon={Trash2}
          verb="Delete clip"
          cancelLabel="Keep it"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(clip, { onSettled: () => setConfirming(false) })}
          onClose={() => setConfirming(false)}
        >
          The video itself stays.
          {clip.delivery === "delivered" && " The copy in your drive stays, too: delete it there."}
        </ConfirmDialog>
      )}
    </li>
  );
}

function deliveryText({ delivery, file_name: fileName, problem }: ClipView): string {
  if (delivery === "waiting") return "On the way to your drive";
  if (delivery === "delivered") return `In your drive as ${fileName ?? "a file"}`;
  return problem ?? "It could not be put into your drive.";
}
