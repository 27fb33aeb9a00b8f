import { PagedList } from "#ui/paged-list.tsx";
import { EmptyState, NoMatches } from "#ui/empty-state.tsx";
import type { ClientSummary } from "#api/generated/admin.ts";
import { Button } from "#ui/button.tsx";
import { useMediaQuery } from "#lib/use-media-query.ts";
import { ClientCard } from "./client-card.tsx";
import type { ClientFilters } from "./client-filter.tsx";
import { ClientTable } from "./client-table.tsx";
import { listSearch } from "./sorting.ts";
import { useClients } from "./use-clients.ts";

type Props = {
  filters: ClientFilters;
  onEdit: (id: string) => void;
  onStatus: (client: ClientSummary) => void;
  onReferral: (client: ClientSummary) => void;
  onAdd: () => void;
};

/** Matching clients: a table on wide screens, else cards. */
export function ClientList({ filters, onEdit, onStatus, onReferral, onAdd }: Props) {
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
    <PagedList list={list} what="the clients" nouns={["client", "clients"]} empty={empty}>
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
