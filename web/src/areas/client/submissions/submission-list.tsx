import { PagedList } from "#ui/paged-list.tsx";
import { EmptyState, NoMatches } from "#ui/empty-state.tsx";
import { Link } from "react-router";
import type { ClientView, SubmissionSummary } from "#api/generated/client.ts";
import { routes } from "#paths.ts";
import { buttonClass, Button, ButtonLink } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { takesNoVideos } from "#areas/client/dashboard/credit-state.ts";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import type { useFilter } from "./submission-filter.tsx";
import {
  paramsOf,
  useSubmissions,
  useAcceptHeld,
  usePublish,
  type PublishChange,
  useEraseSelection,
} from "./use-submissions.ts";
import { Download, Globe, Ban, Inbox, Trash2 } from "lucide-react";
import * as api from "#api/generated/calls/client.ts";
import { Badge } from "#ui/badge.tsx";
import { VideoFlags } from "./video-flags.tsx";
import { formatDateTime, formatDuration } from "#lib/format.ts";
import { stateDisplay } from "./submission-status.ts";
import { useId, useState } from "react";
import { Thumbnail } from "./thumbnail.tsx";
import { pages } from "#api/generated/rules.json";
import facts from "#api/generated/facts.json";
import { backUpNote } from "./back-up-note.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";

type Props = { client: ClientView; filter: ReturnType<typeof useFilter> };

export function SubmissionList({ client, filter: { filter, clear, open } }: Props) {
  const scope = useClientScope();
  const list = useSubmissions(client.id, filter);
  // Selected ids; `null` outside selection mode.
  const [selected, setSelected] = useState<string[] | null>(null);
  /** The last change to a selection, which can be undone. */
  const [undoable, setUndoable] = useState<PublishChange | null>(null);
  return (
    <PagedList
      list={list}
      subject="your submissions"
      nouns={["submission", "submissions"]}
      skeleton={<ListSkeleton />}
      empty={
        paramsOf({ ...filter, order: "" }).size > 0 ? (
          <NoMatches
            title="No submissions match"
            text="Try other words, other days, or any status."
            onClear={clear}
          />
        ) : takesNoVideos(client) ? (
          <EmptyState title="No testimonials yet" text="Your recording page is closed at the moment." />
        ) : (
          <EmptyState
            title="No testimonials yet"
            text="Share your recording link. The first video appears here."
          >
            <Link to={withScope(routes.clientSharing, scope.search)} className={buttonClass("signal")}>
              Share your link
            </Link>
          </EmptyState>
        )
      }
    >
      {(submissions) => (
        <>
          <button
            type="button"
            onClick={() => setSelected(selected ? submissions.map(({ id }) => id) : [])}
            className="mb-1 inline-flex min-h-11 items-center text-[0.9375rem] font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {selected ? `Select all ${submissions.length}` : "Select"}
          </button>
          <ul
            aria-label="Submissions"
            className={`rounded-card border border-hairline bg-surface ${list.isPlaceholderData ? "opacity-60" : ""}`}
          >
            {submissions.map((submission) => (
              <SubmissionItem
                key={submission.id}
                clientId={client.id}
                line={submission}
                onOpen={() => open(submission.id)}
                selected={selected ? selected.includes(submission.id) : null}
                onSelect={(id, chosen) =>
                  setSelected((before) => [
                    ...(before ?? []).filter((other) => other !== id),
                    ...(chosen ? [id] : []),
                  ])
                }
              />
            ))}
          </ul>
          {undoable && !selected && (
            <UndoBar clientId={client.id} change={undoable} onDone={() => setUndoable(null)} />
          )}
          {selected && (
            <SelectionBar
              clientId={client.id}
              // Leaves out submissions that were removed meanwhile.
              chosen={submissions.filter(({ id }) => selected.includes(id))}
              onDone={() => setSelected(null)}
              onPublished={setUndoable}
            />
          )}
        </>
      )}
    </PagedList>
  );
}

type UndoBarProps = { clientId: string; change: PublishChange; onDone: () => void };

/** Offers to undo the publishing of a selection, once. */
function UndoBar({ clientId, change: { ids, publish }, onDone }: UndoBarProps) {
  const { mutate, isPending } = usePublish(clientId, onDone);
  const count = ids.length === 1 ? "1 testimonial" : `${ids.length} testimonials`;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-hairline bg-surface p-3 sm:pl-5">
      <span>{`${count} ${publish ? "published" : "taken back"}.`}</span>
      <Button variant="quiet" disabled={isPending} onClick={() => mutate({ ids, publish: !publish })}>
        Undo
      </Button>
    </div>
  );
}

function ListSkeleton() {
  return (
    <div className="rounded-card border border-hairline bg-surface">
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

type SubmissionItemProps = {
  clientId: string;
  line: SubmissionSummary;
  onOpen: () => void;
  /** `null` outside selection mode. */
  selected: boolean | null;
  onSelect: (id: string, chosen: boolean) => void;
};

/** One submission: thumbnail, customer, time and status. The whole row opens or selects it. */
function SubmissionItem({ clientId, line, onOpen, selected, onSelect }: SubmissionItemProps) {
  const { text, tone, hint } = stateDisplay(line);
  const checkboxId = useId();
  return (
    <li className="relative flex items-center gap-4 border-b border-hairline p-3 transition-colors last:border-b-0 hover:bg-sunken has-checked:bg-sunken sm:p-4">
      <Thumbnail clientId={clientId} line={line} className="w-16" />
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto_9.5rem] sm:items-center">
        <div className="min-w-0">
          {selected === null ? (
            <button
              type="button"
              onClick={onOpen}
              className="block max-w-full truncate text-left text-lg leading-snug font-semibold before:absolute before:inset-0"
            >
              {line.customer_name}
            </button>
          ) : (
            <label
              htmlFor={checkboxId}
              className="block max-w-full truncate text-lg leading-snug font-semibold before:absolute before:inset-0"
            >
              {line.customer_name}
            </label>
          )}
          <p className="truncate text-sm text-muted">{line.customer_email}</p>
          <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
            {line.publication === "public" && <Badge tone="success">Public</Badge>}
            {line.publication === "paused" && <Badge tone="warning">Not shown now</Badge>}
            {line.publication === "withdrawn" && <Badge tone="danger">Consent withdrawn</Badge>}
            <VideoFlags line={line} />
            {line.tags.map((tag) => (
              <Badge key={tag} tone="outline">
                {tag}
              </Badge>
            ))}
          </p>
        </div>
        <p className="flex gap-x-3 text-sm whitespace-nowrap tabular-nums sm:flex-col sm:items-end">
          <time dateTime={new Date(line.created_at).toISOString()}>{formatDateTime(line.created_at)}</time>
          <span className="text-muted">{formatDuration(line.duration_ms)}</span>
        </p>
        <p className="sm:text-right">
          <Badge tone={tone}>{text}</Badge>
          {hint && <span className="mt-1 block text-xs leading-snug text-muted">{hint}</span>}
        </p>
      </div>
      {selected !== null ? (
        <span className="relative grid size-11 shrink-0 place-items-center">
          <input
            id={checkboxId}
            type="checkbox"
            checked={selected}
            onChange={(event) => onSelect(line.id, event.target.checked)}
            className="size-6 accent-ink"
          />
        </span>
      ) : line.playable && line.hold === null ? (
        <a
          href={api.submissionVideoAddress(clientId, line.id, { download: "" })}
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

type SelectionBarProps = {
  clientId: string;
  chosen: Pick<SubmissionSummary, "id" | "hold" | "playable" | "publication">[];
  onDone: () => void;
  onPublished: (change: PublishChange) => void;
};

/** Actions on the selected submissions; stays in view while the list scrolls. */
function SelectionBar({ clientId, chosen, onDone, onPublished }: SelectionBarProps) {
  const ids = chosen.map(({ id }) => id);
  const held = chosen.filter(({ hold }) => hold !== null).map(({ id }) => id);
  const downloadable = chosen.filter((one) => one.playable && one.hold === null).map(({ id }) => id);
  const isPublished = ({ publication }: (typeof chosen)[number]) =>
    publication === "public" || publication === "paused" || publication === "copying";
  const published = chosen.filter(isPublished).map(({ id }) => id);
  const publishable = chosen
    .filter(
      (one) => one.playable && one.hold === null && one.publication !== "withdrawn" && !isPublished(one),
    )
    .map(({ id }) => id);
  const [begunAt] = useState(() => Date.now());
  const [confirming, setConfirming] = useState<"delete" | "reject">();
  const { mutate: accept, isPending } = useAcceptHeld(clientId, onDone);
  const publishing = usePublish(clientId, (change) => {
    onDone();
    onPublished(change);
  });
  return (
    <div className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-control bg-surface p-3 shadow-float sm:pl-5 md:bottom-4">
      <output className="px-1 font-semibold tabular-nums">{ids.length} selected</output>
      <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:flex-wrap max-sm:*:px-2! max-sm:[&_svg]:hidden">
        <Button variant="outlined" onClick={onDone}>
          Cancel
        </Button>
        {held.length > 0 && (
          <Button variant="signal" disabled={isPending} onClick={() => accept(held)}>
            <Inbox className="size-5" aria-hidden="true" />
            {`Accept ${held.length} for ${held.length === 1 ? "1 credit" : `${held.length} credits`}`}
          </Button>
        )}
        {downloadable.length > 0 && downloadable.length <= pages.selected && (
          <ButtonLink
            variant="outlined"
            href={api.archiveDownloadAddress(clientId, { until: String(begunAt), ids: downloadable.join() })}
            download
          >
            <Download className="size-5" aria-hidden="true" />
            Download {downloadable.length}
          </ButtonLink>
        )}
        {publishable.length > 0 && (
          <Button
            variant="outlined"
            disabled={publishing.isPending}
            onClick={() => publishing.mutate({ ids: publishable, publish: true })}
          >
            <Globe className="size-5" aria-hidden="true" />
            Publish {publishable.length}
          </Button>
        )}
        {published.length > 0 && (
          <Button
            variant="outlined"
            disabled={publishing.isPending}
            onClick={() => publishing.mutate({ ids: published, publish: false })}
          >
            Unpublish {published.length}
          </Button>
        )}
        <Button variant="danger" disabled={ids.length === 0} onClick={() => setConfirming("delete")}>
          <Trash2 className="size-5" aria-hidden="true" />
          Delete
        </Button>
        <Button variant="outlined" disabled={ids.length === 0} onClick={() => setConfirming("reject")}>
          <Ban className="size-5" aria-hidden="true" />
          Not a testimonial
        </Button>
      </div>
      {confirming && (
        <EraseSelectionDialog
          clientId={clientId}
          ids={ids}
          held={held.length}
          rejected={confirming === "reject"}
          onErased={onDone}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </div>
  );
}

type EraseSelectionDialogProps = {
  clientId: string;
  ids: string[];
  /** How many of them are on hold. */
  held: number;
  /** They are no testimonials; else their customers have asked. */
  rejected: boolean;
  onErased: () => void;
  onClose: () => void;
};

/** Confirms deleting a selection, with the consequences. */
function EraseSelectionDialog({
  clientId,
  ids,
  held,
  rejected,
  onErased,
  onClose,
}: EraseSelectionDialogProps) {
  const { mutate, isPending } = useEraseSelection(clientId, rejected, onErased);
  const one = ids.length === 1;
  const subject = one ? "this submission" : `${ids.length} submissions`;
  return (
    <ConfirmDialog
      title={rejected ? (one ? "Not a testimonial?" : "Not testimonials?") : `Delete ${subject} permanently?`}
      cancelLabel={one ? "Keep it" : "Keep them"}
      busy={isPending}
      icon={rejected ? Ban : Trash2}
      verb={`${rejected ? "Remove" : "Delete"} ${subject}`}
      busyVerb={rejected ? "Removing" : "Deleting"}
      onConfirm={() => mutate(ids)}
      onClose={onClose}
    >
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] leading-snug">
        <li>
          Videos, names, emails and consents are deleted. In a drive of your own that happens as soon as we
          can reach it. This cannot be undone.
        </li>
        <li>{backUpNote}</li>
        {held > 0 && <li>Those on hold have used no credit.</li>}
        {held < ids.length &&
          (rejected ? (
            <li>
              A credit comes back for each {held > 0 && "other "}video of the last {facts.rejectionDays} days.
            </li>
          ) : (
            <li>Credits are not returned.</li>
          ))}
        <li>Emails already in your inbox stay there. Please delete those yourself.</li>
        {rejected && (
          <li>
            For 30 days, the connection they came from can send you half as many. Your own Wi-Fi counts as one
            connection.
          </li>
        )}
      </ul>
    </ConfirmDialog>
  );
}
