import type { ClientLine } from "../../../api/generated/ClientLine.ts";
import { Announcer } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useMedia } from "../../../ui/use-media.ts";
import { More } from "../more.tsx";
import { Failed, State } from "../state.tsx";
import { ClientCard } from "./client-card.tsx";
import type { ClientAddress } from "./client-filter.tsx";
import { ClientTable } from "./client-table.tsx";
import { listSearch } from "./sorting.ts";
import { useClients } from "./use-clients.ts";

type Props = {
  address: ClientAddress;
  onEdit: (id: string) => void;
  onStatus: (client: ClientLine) => void;
  onAdd: () => void;
};

/** The clients that were found: a ledger where there is room, else cards. */
export function ClientList({ address, onEdit, onStatus, onAdd }: Props) {
  const found = useClients(listSearch(address.asked));
  const wide = useMedia("(min-width: 64rem)");
  if (!found.data) {
    return found.isError && !found.isFetching ? (
      <Failed what="the clients" error={found.error} onRetry={found.refetch} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  }

  const lines = found.data.pages.flatMap((page) => page.clients);
  if (lines.length === 0) {
    const filtered = ["q", "status", "plan"].some((name) => address.asked.has(name));
    return filtered ? (
      <State
        title="No client fits"
        text="Nobody has this in company, contact, email or slug, with this status and plan."
      >
        <Button look="outlined" onClick={address.clear}>
          Show all
        </Button>
      </State>
    ) : (
      <State title="No clients yet" text="The first one you add gets a record page at once.">
        <Button look="outlined" onClick={onAdd}>
          Add the first client
        </Button>
      </State>
    );
  }
  return (
    <div aria-busy={found.isPlaceholderData}>
      <Announcer message={`${lines.length}${found.hasNextPage ? " or more" : ""} clients`} />
      {wide ? (
        <ClientTable lines={lines} address={address} onEdit={onEdit} onStatus={onStatus} />
      ) : (
        <ul aria-label="Client Accounts" className="grid gap-3 md:grid-cols-2">
          {lines.map((line) => (
            <ClientCard key={line.id} client={line} onEdit={onEdit} onStatus={onStatus} />
          ))}
        </ul>
      )}
      <More found={found} />
    </div>
  );
}
