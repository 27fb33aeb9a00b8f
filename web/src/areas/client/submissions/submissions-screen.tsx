import type { ClientView, Dashboard, DriveTrouble, SubmissionDetail } from "#api/generated/client.ts";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { DriveNotice } from "#areas/client/drive/drive-notice.tsx";
import { AccountNotice } from "#areas/client/dashboard/account-notice.tsx";
import { Search, useFilter } from "./submission-filter.tsx";
import { SubmissionList } from "./submission-list.tsx";
import { HoldNotice } from "./hold-notice.tsx";
import { Card } from "#ui/card.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { BarChart } from "#ui/charts/bar-chart.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { byMonth } from "./months.ts";
import { useDays, useHoldSwitch, useErase, useSubmission, useTranscribeSwitch } from "./use-submissions.ts";
import { useState } from "react";
import facts from "#api/generated/facts.json";
import { backUpNote } from "./back-up-note.ts";
import { ApiError } from "#api/http.ts";
import { Button } from "#ui/button.tsx";
import { WindowDialog } from "#ui/dialogs/window-dialog.tsx";
import { SubmissionDetails } from "./submission-details.tsx";
import { Ban, Trash2 } from "lucide-react";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";

export default function SubmissionsScreen() {
  return (
    <ClientScreen title="Submissions">{(dashboard) => <Submissions dashboard={dashboard} />}</ClientScreen>
  );
}

/** All testimonials: search, watch, save and delete. */
function Submissions({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  const filter = useFilter();
  return (
    <>
      <h1 className="mb-5 text-4xl sm:text-5xl">Submissions</h1>
      <AccountNotice dashboard={dashboard} />
      <DriveNotice dashboard={dashboard} />
      <HoldNotice dashboard={dashboard} />
      <div className="flex flex-col gap-5">
        <YearChart clientId={client.id} />
        <Search clientId={client.id} filter={filter} />
        <SubmissionList client={client} filter={filter} />
        <HoldCard client={client} />
        <TranscriptionCard client={client} />
      </div>
      {filter.openId && (
        <SubmissionWindow
          key={filter.openId}
          client={client}
          driveTrouble={dashboard.drive_trouble}
          id={filter.openId}
          onClose={filter.close}
        />
      )}
    </>
  );
}

/** Setting to hold every submission for review. */
function HoldCard({ client }: { client: ClientView }) {
  const { turn } = useHoldSwitch(client);
  return (
    <Card
      title="Look first"
      aside={<Switch label="Hold every testimonial" checked={client.holds_everything} onChange={turn} />}
    >
      <p className="max-w-[75ch] text-[0.9375rem] text-muted">
        {client.holds_everything
          ? "Each new testimonial is put on hold until you accept it. Only then does it use a credit and go to your folder."
          : "New testimonials go to your folder at once. If unusually many arrive, the rest are put on hold until you accept them."}
      </p>
    </Card>
  );
}

/** Setting to transcribe new videos. */
function TranscriptionCard({ client }: { client: ClientView }) {
  const { turn } = useTranscribeSwitch(client);
  return (
    <Card
      title="Transcription"
      aside={<Switch label="Transcribe new videos" checked={client.transcribes} onChange={turn} />}
    >
      <p className="max-w-[75ch] text-[0.9375rem] text-muted">
        {client.transcribes
          ? "After its delivery, software writes down what is said in a new video, if your customer agreed to that and this site has a speech recognition."
          : "New videos are not transcribed. You can still have each one transcribed in its window, or type what is said."}
      </p>
    </Card>
  );
}

/** A bar for each of the last twelve months; omitted if they cannot be loaded. */
function YearChart({ clientId }: { clientId: string }) {
  const { data, isError } = useDays(clientId);
  if (isError) return null;
  if (!data) return <Skeleton className="h-40 rounded-card lg:h-32" />;
  const months = byMonth(data.days, data.today);
  const total = months.reduce((sum, month) => sum + month.value, 0);
  return (
    <section
      aria-label="The last 12 months"
      className="flex min-h-40 flex-wrap items-end gap-x-12 gap-y-4 rounded-card border border-hairline bg-surface p-5 sm:px-6 lg:min-h-32"
    >
      <p className="flex items-baseline gap-2 lg:self-center">
        <span className="font-display text-5xl leading-none font-bold tracking-tight tabular-nums">
          {total}
        </span>
        <span className="text-sm text-muted">in the last 12 months</span>
      </p>
      <div className="min-w-60 flex-1">
        <BarChart
          caption={`Submissions per month, last 12 months: ${total}`}
          unit="Submissions"
          bars={months}
          valued
        />
      </div>
    </section>
  );
}

type SubmissionWindowProps = {
  client: ClientView;
  driveTrouble: DriveTrouble | null;
  id: string;
  onClose: () => void;
};

/** One submission: its video, consents, and deletion. */
function SubmissionWindow({ client, driveTrouble, id, onClose }: SubmissionWindowProps) {
  const { data, error, isFetching, refetch } = useSubmission(client.id, id);
  const [confirming, setConfirming] = useState<"delete" | "reject">();
  const unknown = error instanceof ApiError && error.status === 404;
  const title = data?.submission.customer_name ?? (unknown ? "Not found" : "Submission");
  return (
    <>
      <WindowDialog title={title} onClose={onClose}>
        {data ? (
          <SubmissionDetails
            client={client}
            detail={data}
            driveTrouble={driveTrouble}
            onErase={() => setConfirming("delete")}
            onReject={() => setConfirming("reject")}
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
      {confirming && data && (
        <EraseDialog
          clientId={client.id}
          detail={data}
          rejected={confirming === "reject"}
          onErased={onClose}
          onClose={() => setConfirming(undefined)}
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
      onConfirm={() => mutate({ allOfCustomer: everything, rejected })}
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
          {submission.hold === null ? creditText(rejected, gives_back) : "It has used no credit."}
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

function creditText(rejected: boolean, givesBack: boolean) {
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
