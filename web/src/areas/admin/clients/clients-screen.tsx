import titles from "#api/generated/titles.json";
import { CirclePause, CirclePlay, Plus } from "lucide-react";
import { useState } from "react";
import type { ClientSummary } from "#api/generated/admin.ts";
import { Button } from "#ui/button.tsx";
import { useTitle } from "#lib/use-title.ts";
import { FailedUploadsPanel } from "#areas/admin/failed-uploads/failed-uploads-panel.tsx";
import { SupportInfo } from "#areas/admin/settings/support-info.tsx";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useDialogParams } from "#lib/navigation/use-dialog-params.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { ClientFilter } from "./client-filter.tsx";
import { ClientList } from "./client-list.tsx";
import { CreateDialog } from "./form/create-dialog.tsx";
import { EditDialog } from "./form/edit-dialog.tsx";
import { ReferralDialog } from "./referral-dialog.tsx";
import { useSetStatus } from "./use-clients.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";

const FILTER_NAMES = ["q", "status", "plan", "sort", "order"] as const;
/** Search parameters that open a dialog. */
const DIALOG_NAMES = ["add", "edit"] as const;

/** All clients and their failed uploads, with actions on them. */
export default function ClientsScreen() {
  useTitle(titles.admin);
  const filters = useSearchState(FILTER_NAMES);
  const dialog = useDialogParams(DIALOG_NAMES);
  const [changing, setChanging] = useState<ClientSummary | null>(null);
  const [referred, setReferred] = useState<ClientSummary | null>(null);
  useRestoreFocus(referred !== null);
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

type Props = { client: ClientSummary; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Confirms closing a record page, or opening it for the first time. */
function StatusDialog({ client, busy, onConfirm, onClose }: Props) {
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
