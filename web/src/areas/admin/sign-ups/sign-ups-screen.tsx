import titles from "#api/generated/titles.json";
import { Trash2 } from "lucide-react";
import { useId } from "react";
import figures from "#api/generated/facts.json" with { type: "json" };
import type { SignUpSummary, SignUpPage } from "#api/generated/site.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { useTitle } from "#lib/use-title.ts";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { FilterBar } from "#areas/admin/filter-bar.tsx";
import { RetryButton, toastRetryAll } from "#areas/admin/retry-button.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Time } from "#ui/time.tsx";
import type { SignUpStatus } from "#api/generated/enums.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/http.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

const FILTER_NAMES = ["q", "status"] as const;

/** People to notify of the launch. */
export default function SignUpsScreen() {
  useTitle(titles.adminSignUps);
  const filters = useSearchState(FILTER_NAMES);
  const [deleting, setDeleting] = useDialogSubject<SignUpSummary>();
  return (
    <main>
      <h1 tabIndex={-1} className="text-4xl">
        Sign-ups
      </h1>
      <p className="mt-2 mb-5 max-w-[75ch] text-muted">
        We delete unconfirmed sign-ups, and our record of those passed to the mailing list, after{" "}
        {figures.unconfirmedDays} days.
      </p>
      <FilterBar
        filters={filters}
        placeholder="Name, company or email"
        className="mb-4 grid-cols-2 sm:grid-cols-[minmax(0,26rem)_13rem_auto] [&>a]:justify-self-end [&>label]:col-span-2 sm:[&>label]:col-span-1"
        selects={[{ name: "status", label: "Status", options: STATUS_OPTIONS }]}
        exportUrl={admin.signUpExportAddress(filters.params)}
      />
      <SignUpList params={filters.params} onClear={filters.clear} onDelete={setDeleting} />
      {deleting && <DeleteDialog signUp={deleting} onClose={() => setDeleting(null)} />}
    </main>
  );
}

/** Confirms a deletion, and says what is lost and what stays elsewhere. */
function DeleteDialog({ signUp, onClose }: { signUp: SignUpSummary; onClose: () => void }) {
  const { mutate, isPending } = useDeleteSignUp(onClose);
  return (
    <ConfirmDialog
      title="Delete?"
      cancelLabel="Keep it"
      busy={isPending}
      icon={Trash2}
      verb="Delete this sign-up"
      busyVerb="Deleting"
      onConfirm={() => mutate(signUp.id)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        This deletes the name, company and address of{" "}
        <b className="wrap-anywhere">
          {" "}
          {signUp.first_name} {signUp.surname}{" "}
        </b>{" "}
        (<span className="wrap-anywhere">{signUp.email}</span>), and the emails to confirm them. Their links
        stop working. This cannot be undone, and we notify nobody.
      </p>
      {signUp.status === "synced" && (
        <p className="mt-3 border-l-2 border-warning pl-3 text-[0.9375rem]">
          The mailing list has a copy. Remove it there too.
        </p>
      )}
    </ConfirmDialog>
  );
}

type SignUpListProps = {
  params: URLSearchParams;
  onClear: () => void;
  onDelete: (signUp: SignUpSummary) => void;
};

function SignUpList({ params, onClear, onDelete }: SignUpListProps) {
  return (
    <AdminList
      list={useSignUps(params)}
      subject="the sign-ups"
      nouns={["sign-up", "sign-ups"]}
      label="Sign-ups, newest first"
      empty={{ title: "No sign-ups yet", text: "Everyone who joins the list on the home page appears here." }}
      noMatches={params.size > 0 && { text: "Try another name, company or email, or any status.", onClear }}
      renderAbove={(signUps) =>
        (params.get("status") === "failed" || signUps.some(({ status }) => status === "failed")) && (
          <RetryAll />
        )
      }
    >
      {(signUp) => <SignUpItem key={signUp.id} signUp={signUp} onDelete={() => onDelete(signUp)} />}
    </AdminList>
  );
}

/** Retries all failed ones, regardless of filters. */
function RetryAll() {
  const retryAll = useRetrySignUps();
  return (
    <RetryButton
      label="Retry all failed"
      queuing={retryAll.isPending}
      className="mb-4"
      onRetry={() => retryAll.mutate()}
    />
  );
}

/** One sign-up: person, time, status, and errors. */
function SignUpItem({ signUp, onDelete }: { signUp: SignUpSummary; onDelete: () => void }) {
  const retry = useRetrySignUp();
  const id = useId();
  const { text, tone } = SIGN_UP_STATUSES[signUp.status];
  return (
    <li className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-hairline px-5 py-2.5 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10.5rem_13.5rem_7rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10.5rem_13.5rem_13rem]">
      <div className="min-w-0">
        <p id={id} className="font-semibold wrap-anywhere">
          {signUp.first_name} {signUp.surname}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{signUp.company}</p>
      </div>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <p className="wrap-anywhere">{signUp.email}</p>
        {signUp.error_message && (
          <p
            className={`text-sm wrap-anywhere ${signUp.status === "failed" ? "text-danger" : "text-warning"}`}
          >
            {signUp.error_message}
          </p>
        )}
      </div>
      <p className="col-start-2 row-start-1 self-start justify-self-end lg:col-start-3 lg:self-center lg:justify-self-start">
        <Badge tone={tone}>{text}</Badge>
      </p>
      <p className="row-start-3 text-sm tabular-nums lg:col-start-4 lg:row-start-1 lg:text-right">
        <Moment of="Signed up" at={signUp.created_at} />
        {signUp.confirmed_at !== null && <Moment of="Confirmed" at={signUp.confirmed_at} />}
      </p>
      <div className="col-start-2 row-start-3 flex flex-wrap justify-end gap-x-1 gap-y-2 lg:col-start-5 lg:row-start-1">
        {signUp.status === "failed" && (
          <RetryButton
            describedBy={id}
            queuing={retry.isPending}
            className="px-4"
            onRetry={() => retry.mutate(signUp.id)}
          />
        )}
        <button
          type="button"
          aria-describedby={id}
          onClick={onDelete}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm font-semibold text-danger transition-colors hover:bg-sunken"
        >
          <Trash2 className="size-4 shrink-0" aria-hidden="true" />
          Delete
        </button>
      </div>
    </li>
  );
}

function Moment({ of, at }: { of: string; at: number }) {
  return (
    <span className="block">
      <span className="text-muted">{of}</span> <Time at={at} className="whitespace-nowrap" />
    </span>
  );
}

type StatusLabel = { text: string; tone: BadgeTone };

/** Labels of the steps to the mailing list. */
const SIGN_UP_STATUSES: Record<SignUpStatus, StatusLabel> = {
  waiting: { text: "Waiting for the mailing list", tone: "warning" },
  pending_confirmation: { text: "Asked to confirm", tone: "outline" },
  synced: { text: "Passed to the list", tone: "outline" },
  confirmed: { text: "Confirmed", tone: "success" },
  failed: { text: "Failed", tone: "danger" },
};

const STATUS_OPTIONS = [
  { value: "", label: "All" },
  ...Object.entries(SIGN_UP_STATUSES).map(([value, { text }]) => ({ value, label: text })),
];

const KEY = ["admin", "sign-ups"];
/** Polling interval while a sign-up is being passed to the mailing list. */
const POLL_MS = 10_000;

/** Matching sign-ups, newest first, paged. */
function useSignUps(params: URLSearchParams) {
  return usePagedList({
    queryKey: KEY,
    load: admin.signUpList,
    params,
    itemsOf: (page: SignUpPage) => page.sign_ups,
    refetchInterval: (items) => (items.some(({ status }) => status === "waiting") ? POLL_MS : false),
  });
}

/** Queues a failed one again. */
function useRetrySignUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => admin.signUpRetry(id),
    onSuccess: ({ queued }) => {
      if (queued > 0) void showToast("success", "Retry queued");
      // Somebody else was faster: no error.
      else void showToast("plain", "Nothing to retry", "This sign-up is already on its way.");
    },
    onError: toastUnlessSignedOut("Failed to queue the retry"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Deletes a sign-up with its emails. */
function useDeleteSignUp(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => admin.signUpDelete(id),
    onSuccess: () => showToast("success", "Sign-up deleted"),
    onError: (error) => {
      // Already deleted, by somebody else or on schedule: as intended.
      if (error instanceof ApiError && error.status === 404)
        void showToast("plain", "Nothing to delete", "This sign-up has already been deleted.");
      else toastUnlessSignedOut("Failed to delete the sign-up")(error);
    },
    onSettled: () => {
      onDone();
      return queries.invalidateQueries({ queryKey: KEY });
    },
  });
}

/** Queues all failed ones again. */
function useRetrySignUps() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => admin.signUpRetryAll(),
    onSuccess: (result) => {
      if (result.queued > 0) toastRetryAll(result, ["sign-up", "sign-ups"]);
      else
        void showToast(
          "plain",
          "Nothing to retry",
          "No sign-up has failed, or all of them are already on their way.",
        );
    },
    onError: toastUnlessSignedOut("Failed to retry all sign-ups"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
