import titles from "#api/generated/titles.json";
import { CirclePause, CirclePlay, Phone, Plus } from "lucide-react";
import { useState } from "react";
import * as admin from "#api/generated/calls/admin.ts";
import type { ClientSummary } from "#api/generated/admin.ts";
import { Button } from "#ui/button.tsx";
import { useTitle } from "#lib/use-title.ts";
import { FailedUploadsPanel } from "#areas/admin/failed-uploads/failed-uploads-panel.tsx";
import { useSettings } from "#areas/admin/settings/use-settings.ts";
import { Link } from "react-router";
import { adminRoutes } from "#admin-paths.ts";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useDialogParams } from "#lib/navigation/use-dialog-params.ts";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { CreateDialog } from "./form/create-dialog.tsx";
import { EditDialog } from "./form/edit-dialog.tsx";
import { ReferralDialog } from "./referral-dialog.tsx";
import { useSetStatus, useClients } from "./use-clients.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { FilterBar } from "#areas/admin/filter-bar.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { ClientCard, ClientTable, type ClientFilters, type ClientHandlers } from "./client-table.tsx";
import { ORDERS, chosenSort, listSearch, sortOf } from "./sorting.ts";
import { PLANS, PLAN_LABELS, STATUSES, STATUS_LABELS, asOptions } from "./client-labels.ts";

const FILTER_NAMES = ["q", "status", "plan", "sort", "order"] as const;
/** Search parameters that open a dialog. */
const DIALOG_NAMES = ["add", "edit"] as const;
const ALL = { value: "", label: "All" };

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
          <FilterBar
            filters={filters}
            placeholder="Company, contact, email or slug"
            className="grid-cols-2 md:grid-cols-[minmax(12rem,1fr)_11rem_9rem] lg:grid-cols-[minmax(0,1fr)_10.5rem_7rem_11rem_auto] xl:grid-cols-[minmax(0,1fr)_11.5rem_8.5rem_12.5rem_auto] [&>a]:justify-self-start [&>label]:col-span-2 md:[&>label]:col-span-1"
            selects={[
              { name: "status", label: "Status", options: [ALL, ...asOptions(STATUSES, STATUS_LABELS)] },
              { name: "plan", label: "Plan", options: [ALL, ...asOptions(PLANS, PLAN_LABELS)] },
            ]}
            exportUrl={admin.clientExportAddress(listSearch(filters.params))}
          >
            <SelectField
              label="Sort by"
              value={chosenSort(filters.params).value}
              options={ORDERS}
              onChange={(value) => filters.set(sortOf(value))}
            />
          </FilterBar>
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

type ClientListProps = ClientHandlers & { filters: ClientFilters; onAdd: () => void };

/** Matching clients: a table on wide screens, else cards. */
function ClientList({ filters, onAdd, ...handlers }: ClientListProps) {
  const isFiltered = ["q", "status", "plan"].some((name) => filters.params.has(name));
  return (
    <AdminList
      list={useClients(listSearch(filters.params))}
      subject="the clients"
      nouns={["client", "clients"]}
      label="Client Accounts"
      look="cards"
      empty={{
        title: "No clients yet",
        text: "A client's recording page is ready as soon as you add them.",
        action: (
          <Button variant="outlined" onClick={onAdd}>
            Add the first client
          </Button>
        ),
      }}
      noMatches={
        isFiltered && {
          text: "Try another name, email or slug, or clear a filter.",
          onClear: filters.clear,
        }
      }
      table={{
        minWidth: "64rem",
        render: (clients) => <ClientTable {...handlers} lines={clients} filters={filters} />,
      }}
    >
      {(client) => <ClientCard key={client.id} {...handlers} client={client} />}
    </AdminList>
  );
}

const SUPPORT_PHONE = "support_phone";

/** The support line’s number, which clients call. */
function SupportInfo() {
  const { data, isError } = useSettings();
  const phone = data?.find(({ key }) => key === SUPPORT_PHONE)?.value.trim() ?? "";
  return (
    <Card title="Support Info" className="max-w-xl">
      {phone !== "" ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <Phone className="size-5 shrink-0" aria-hidden="true" />
          <span className="text-muted">Admin support</span>
          <a
            href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}
            className="inline-flex min-h-11 items-center text-lg font-semibold underline decoration-control underline-offset-4 tabular-nums"
          >
            {phone}
          </a>
        </p>
      ) : data || isError ? (
        <p className="flex min-h-11 items-center text-[0.9375rem] text-muted">
          <span>
            {isError
              ? "The number could not be loaded. You will find it in the "
              : "No support number yet. Add one in the "}
            <Link
              to={adminRoutes.adminSettings}
              className="text-ink underline decoration-control underline-offset-4"
            >
              settings
            </Link>
            .
          </span>
        </p>
      ) : (
        <Skeleton className="h-11 max-w-72" />
      )}
    </Card>
  );
}
