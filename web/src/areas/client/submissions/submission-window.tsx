import { useState } from "react";
import facts from "#api/generated/facts.json";
import { backUpNote } from "./back-up-note.ts";
import type { ClientView, DriveTrouble, SubmissionDetail } from "#api/generated/client.ts";
import { ApiError } from "#api/http.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { WindowDialog } from "#ui/dialogs/window-dialog.tsx";
import { SubmissionDetails } from "./submission-details.tsx";
import { useErase, useSubmission } from "./use-submissions.ts";
import { Ban, Trash2 } from "lucide-react";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";

type Props = {
  client: ClientView;
  driveTrouble: DriveTrouble | null;
  id: string;
  onClose: () => void;
};

/** One submission: its video, consents, and deletion. */
export function SubmissionWindow({ client, driveTrouble, id, onClose }: Props) {
  const { data, error, isFetching, refetch } = useSubmission(client.id, id);
  const [asked, setAsked] = useState<"delete" | "reject">();
  const unknown = error instanceof ApiError && error.status === 404;
  const title = data?.submission.customer_name ?? (unknown ? "Not found" : "Submission");
  return (
    <>
      <WindowDialog title={title} onClose={onClose}>
        {data ? (
          <SubmissionDetails
            clientId={client.id}
            detail={data}
            driveTrouble={driveTrouble}
            onErase={() => setAsked("delete")}
            onReject={() => setAsked("reject")}
          />
        ) : unknown ? (
          <p className="p-6">This submission does not exist, or it has been deleted.</p>
        ) : error && !isFetching ? (
          <div role="alert" className="flex flex-col items-start gap-4 p-6">
            <p>{error.message}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        ) : (
          <div className="grid gap-6 p-5 sm:p-6 md:grid-cols-2">
            <Skeleton className="h-[min(60svh,32rem)]" />
            <Skeleton className="h-72" />
          </div>
        )}
      </WindowDialog>
      {asked && data && (
        <EraseDialog
          clientId={client.id}
          detail={data}
          rejected={asked === "reject"}
          onErased={onClose}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

type EraseDialogProps = {
  clientId: string;
  detail: SubmissionDetail;
  /** Rejected as no testimonial; otherwise the customer asked for it. */
  rejected: boolean;
  onErased: () => void;
  onClose: () => void;
};

/** Confirms a deletion, with its exact consequences. */
function EraseDialog({ clientId, detail, rejected, onErased, onClose }: EraseDialogProps) {
  const { submission, from_same_customer: all, gives_back } = detail;
  const verb = rejected ? "Remove" : "Delete";
  const [everything, setEverything] = useState(false);
  const { mutate, isPending } = useErase(clientId, submission.id, onErased);
  return (
    <ConfirmDialog
      title={rejected ? "Not a testimonial?" : "Delete permanently?"}
      cancelLabel="Keep it"
      busy={isPending}
      icon={rejected ? Ban : Trash2}
      verb={everything ? `${verb} ${all} submissions` : `${verb} this submission`}
      busyVerb={rejected ? "Removing" : "Deleting"}
      onConfirm={() => mutate({ wholeCustomer: everything, rejected })}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        {rejected ? "Sent under the name of " : "At the request of "}
        <b className="wrap-anywhere">{submission.customer_name}</b>. What happens:
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] leading-snug">
        <li>
          The video is removed from your folder and from our storage within {facts.erasureMinutes} minutes. If
          we cannot reach your own drive, we remove it there as soon as we can.
        </li>
        <li>Name, email and consent are deleted. {backUpNote}</li>
        <li>
          This cannot be undone.{" "}
          {submission.hold === null ? creditNote(rejected, gives_back) : "It has used no credit."}
        </li>
        {rejected && (
          <li>
            For 30 days, the connection it came from can send you half as many. Your own Wi-Fi counts as one
            connection.
          </li>
        )}
        <li>Emails already in your inbox stay there. Please delete those yourself.</li>
        <li>We keep a record that something was deleted, without the email address.</li>
      </ul>
      {all > 1 && (
        <fieldset className="mt-4 flex flex-col gap-2 text-[0.9375rem]">
          <legend className="mb-1.5 font-semibold">What to delete</legend>
          <Choice label="This submission only" chosen={!everything} onSelect={() => setEverything(false)} />
          <Choice
            label={`Everything from this customer: ${all} submissions`}
            chosen={everything}
            onSelect={() => setEverything(true)}
          />
        </fieldset>
      )}
    </ConfirmDialog>
  );
}

function creditNote(rejected: boolean, givesBack: boolean) {
  if (!rejected) return "The credit is not returned.";
  if (!givesBack)
    return `The credit is not returned, because the video is more than ${facts.rejectionDays} days old.`;
  return `The credit comes back, as it does for each video of the last ${facts.rejectionDays} days.`;
}

function Choice({ label, chosen, onSelect }: { label: string; chosen: boolean; onSelect: () => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-control border border-hairline px-3 py-2 hover:bg-sunken has-checked:border-control">
      <input
        type="radio"
        name="what"
        checked={chosen}
        onChange={onSelect}
        className="size-5 shrink-0 accent-ink"
      />
      {label}
    </label>
  );
}
