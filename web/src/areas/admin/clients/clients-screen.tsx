import titles from "#api/generated/titles.json";
import { CirclePause, CirclePlay, Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ClientSummary } from "#api/generated/admin.ts";
import { Button } from "#ui/button.tsx";
import { useTitle } from "#lib/use-title.ts";
import { FailedUploadsPanel } from "#areas/admin/failed-uploads/failed-uploads-panel.tsx";
import { SupportInfo } from "#areas/admin/settings/support-info.tsx";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useDialogParams } from "#lib/navigation/use-dialog-params.ts";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { ClientFilter, type ClientFilters } from "./client-filter.tsx";
import { CreateDialog } from "./form/create-dialog.tsx";
import { EditDialog } from "./form/edit-dialog.tsx";
import { ReferralDialog } from "./referral-dialog.tsx";
import { useSetStatus, useClients } from "./use-clients.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { EmptyState, NoMatches } from "#ui/empty-state.tsx";
import { useMediaQuery } from "#lib/use-media-query.ts";
import { ClientTable } from "./client-table.tsx";
import { listSearch } from "./sorting.ts";
import { Badge } from "#ui/badge.tsx";
import { formatDate } from "#lib/format.ts";
import { ClientActions } from "./client-actions.tsx";
import { UnpaidNote } from "./unpaid-note.tsx";
import { DriveLink, ReviewLink, SlugLink } from "./client-links.tsx";
import { PLAN_LABELS, STATUS_LABELS, STATUS_TONES, formatBytes } from "./client-labels.ts";

const FILTER_NAMES = ["q", "status", "plan", "sort", "order"] as const;
/** Search parameters that open a dialog. */
const DIALOG_NAMES = ["add", "edit"] as const;

/** All clients and their failed uploads, with actions on them. */
export default function ClientsScreen() {
  useTitle(titles.admin);
  const filters = useSearchState(FILTER_NAMES);
  const dialog = useDialogParams(DIALOG_NAMES);
  const [changing, setChanging] = useState<ClientSummary | null>(null);
  const [referred, setReferred] = useDialogSubject<ClientSummary>();
  const setStatus = useSetStatus(() => setChanging(null));
  const change = (client: ClientSummary) =>
    setStatus.mutate({
      id: client.id,
      status: client.status === "active" ? "suspended" : "active",
      loaded: client.status,
    });
  // A suspended page was open before: opening it again needs no question.
  const ask = (client: ClientSummary) =>
    client.status === "suspended" ? change(client) : setChanging(client);
  useRestoreFocus(dialog.isOpen, true);
  return (
    <main>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 tabIndex={-1} className="text-4xl">
          Clients
        </h1>
        <Button onClick={() => dialog.open({ add: "1" })}>
          <Plus className="size-5" aria-hidden="true" />
          Add New Client
        </Button>
      </div>
      <div className="flex flex-col gap-5">
        <FailedUploadsPanel />
        <section aria-labelledby="client-accounts" className="flex flex-col gap-4">
          <div className="mt-2 flex flex-wrap items-end justify-between gap-x-10 gap-y-1">
            <h2 id="client-accounts" className="text-2xl">
              Client Accounts
            </h2>
            <StorageNote />
          </div>
          <ClientFilter filters={filters} />
          <ClientList
            filters={filters}
            onEdit={(id) => dialog.open({ edit: id })}
            onStatus={ask}
            onReferral={setReferred}
            onAdd={() => dialog.open({ add: "1" })}
          />
        </section>
        <SupportInfo />
      </div>
      {dialog.value("add") && <CreateDialog onClose={dialog.close} />}
      {dialog.value("edit") && (
        <EditDialog key={dialog.value("edit")} id={dialog.value("edit")} onClose={dialog.close} />
      )}
      {referred && <ReferralDialog client={referred} onClose={() => setReferred(null)} />}
      {changing && (
        <StatusDialog
          client={changing}
          busy={setStatus.isPending}
          onConfirm={() => change(changing)}
          onClose={() => setChanging(null)}
        />
      )}
    </main>
  );
}

/** The hosting provider counts all storage; each line shows our own count. */
function StorageNote() {
  return (
    <p role="note" className="max-w-[78ch] text-sm leading-snug text-muted">
      Total storage is shown in the hosting provider's own dashboard. The figure beside each client is our own
      count of its videos.
    </p>
  );
}

type StatusDialogProps = { client: ClientSummary; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Confirms closing a record page, or opening it for the first time. */
function StatusDialog({ client, busy, onConfirm, onClose }: StatusDialogProps) {
  const { status } = client;
  return status === "active" ? (
    <ConfirmDialog
      title="Deactivate?"
      cancelLabel="Keep it active"
      busy={busy}
      icon={CirclePause}
      verb="Deactivate"
      busyVerb="Deactivating"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        The recording page of <b className="wrap-anywhere">{client.company_name}</b> stops taking videos
        straight away. Its videos, portal and credits are kept, and you can reactivate it at any time.
      </p>
      <p className="mt-3 text-[0.9375rem]">
        A plan paid by card is still charged, and a partner who referred the client still earns from it. To
        end both, cancel the plan in the client’s portal.
      </p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title="Reactivate?"
      cancelLabel="Keep it pending"
      busy={busy}
      icon={CirclePlay}
      verb="Reactivate"
      busyVerb="Reactivating"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        {status === "pending_invite"
          ? "Nobody has activated the account of "
          : "There is still something to set up for "}
        <b className="wrap-anywhere">{client.company_name}</b>
        {status === "pending_invite" ? " yet." : "."} Its recording page will start taking videos straight
        away.
      </p>
    </ConfirmDialog>
  );
}

type ClientListProps = {
  filters: ClientFilters;
  onEdit: (id: string) => void;
  onStatus: (client: ClientSummary) => void;
  onReferral: (client: ClientSummary) => void;
  onAdd: () => void;
};

/** Matching clients: a table on wide screens, else cards. */
function ClientList({ filters, onEdit, onStatus, onReferral, onAdd }: ClientListProps) {
  const list = useClients(listSearch(filters.params));
  const wide = useMediaQuery("(min-width: 64rem)");
  const filtered = ["q", "status", "plan"].some((name) => filters.params.has(name));
  const empty = filtered ? (
    <NoMatches
      title="No clients match your search"
      text="Try another name, email or slug, or clear a filter."
      onClear={filters.clear}
    />
  ) : (
    <EmptyState title="No clients yet" text="A client's recording page is ready as soon as you add them.">
      <Button variant="outlined" onClick={onAdd}>
        Add the first client
      </Button>
    </EmptyState>
  );
  return (
    <PagedList list={list} subject="the clients" nouns={["client", "clients"]} empty={empty}>
      {(clients) =>
        wide ? (
          <ClientTable
            lines={clients}
            filters={filters}
            onEdit={onEdit}
            onStatus={onStatus}
            onReferral={onReferral}
          />
        ) : (
          <ul aria-label="Client Accounts" className="grid gap-3 md:grid-cols-2">
            {clients.map((client) => (
              <ClientCard
                key={client.id}
                client={client}
                onEdit={onEdit}
                onStatus={onStatus}
                onReferral={onReferral}
              />
            ))}
          </ul>
        )
      }
    </PagedList>
  );
}

type ClientCardProps = {
  client: ClientSummary;
  onEdit: (id: string) => void;
  onStatus: (client: ClientSummary) => void;
  onReferral: (client: ClientSummary) => void;
};

/** A client as a card, for narrow screens. */
function ClientCard({ client, onEdit, onStatus, onReferral }: ClientCardProps) {
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-hairline bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-sans text-lg leading-snug font-semibold tracking-normal wrap-anywhere">
          {client.company_name}
        </h3>
        <Badge tone={STATUS_TONES[client.status]}>{STATUS_LABELS[client.status]}</Badge>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {client.contact_name}, {client.email}
      </p>
      {!client.has_user && <p className="text-sm text-warning">No login yet</p>}
      <UnpaidNote client={client} />
      <dl className="mt-3 grid grid-cols-2 gap-x-4 text-sm tabular-nums *:border-t *:border-hairline *:py-1.5">
        <Detail name="Remaining">
          {client.counts_credits ? (
            <>
              <b className={`font-semibold ${client.credits_remaining === 0 ? "text-danger" : ""}`}>
                {client.credits_remaining}
              </b>{" "}
              of {client.credits_per_month} per month
            </>
          ) : (
            "Not counted"
          )}
        </Detail>
        <Detail name="Submissions">
          <b className="font-semibold">{client.submissions_count}</b>
        </Detail>
        <Detail name="Plan type">{PLAN_LABELS[client.plan_type]}</Detail>
        <Detail name="Storage">{formatBytes(client.storage_bytes)}</Detail>
        <Detail name="Watermark">{client.watermark_enabled ? "On" : "Off"}</Detail>
        <Detail name="Drive link">
          <DriveLink client={client} />
        </Detail>
        <Detail name="Custom slug">
          <SlugLink client={client} />
        </Detail>
        <Detail name="Review link">
          <ReviewLink client={client} />
        </Detail>
        <Detail name="Created">{formatDate(client.created_at)}</Detail>
      </dl>
      <ClientActions
        client={client}
        onEdit={onEdit}
        onStatus={onStatus}
        onReferral={onReferral}
        className="-mx-2 mt-auto -mb-2 border-t border-hairline pt-1.5"
      />
    </li>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
