import { Plus } from "lucide-react";
import { useState } from "react";
import type { ClientLine } from "../../../api/generated/ClientLine.ts";
import { Button } from "../../../ui/button.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { FailedUploadsPanel } from "../failed-uploads/failed-uploads-panel.tsx";
import { SupportInfo } from "../settings/support-info.tsx";
import { useAddress } from "../../../use-address.ts";
import { useKeptFocus } from "../use-kept-focus.ts";
import { ClientFilter } from "./client-filter.tsx";
import { ClientList } from "./client-list.tsx";
import { CreateDialog } from "./form/create-dialog.tsx";
import { EditDialog } from "./form/edit-dialog.tsx";
import { StatusDialog } from "./status-dialog.tsx";
import { StorageNote } from "./storage-note.tsx";
import { useSetStatus } from "./use-clients.ts";

/** What the list is asked for. */
const ASKED = ["q", "status", "plan", "sort", "order"] as const;
/** Which dialog is open. */
const DIALOGS = ["add", "edit"] as const;

/** Every client, what failed for them, and the way to change them. */
export default function ClientsScreen() {
  useTitle("Clients");
  const address = useAddress(ASKED);
  const dialog = useAddress(DIALOGS);
  const [changing, setChanging] = useState<ClientLine | null>(null);
  const setStatus = useSetStatus(() => setChanging(null));
  const change = (client: ClientLine) =>
    setStatus.mutate({
      id: client.id,
      status: client.status === "active" ? "suspended" : "active",
      loaded: client.status,
    });
  // A suspended page was open before: opening it again needs no question.
  const ask = (client: ClientLine) => (client.status === "suspended" ? change(client) : setChanging(client));
  useKeptFocus(dialog.asked.size > 0, true);
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
          <ClientFilter address={address} />
          <ClientList
            address={address}
            onEdit={(id) => dialog.open({ edit: id })}
            onStatus={ask}
            onAdd={() => dialog.open({ add: "1" })}
          />
        </section>
        <SupportInfo />
      </div>
      {dialog.value("add") && <CreateDialog onClose={dialog.close} />}
      {dialog.value("edit") && (
        <EditDialog key={dialog.value("edit")} id={dialog.value("edit")} onClose={dialog.close} />
      )}
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
