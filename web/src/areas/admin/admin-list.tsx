import type { ComponentProps, ReactNode } from "react";
import { useMediaQuery } from "#lib/use-media-query.ts";
import { EmptyState, NoMatches } from "#ui/empty-state.tsx";
import { PagedList } from "#ui/paged-list.tsx";

const LOOKS = {
  framed: "rounded-card border border-hairline bg-surface",
  divided: "divide-y divide-hairline",
  cards: "grid gap-3 md:grid-cols-2",
};

type Props<Item> = Pick<ComponentProps<typeof PagedList<Item>>, "list" | "subject" | "nouns"> & {
  /** Accessible name of the list. */
  label: string;
  /** `divided`: rows inside a card. */
  look?: keyof typeof LOOKS;
  /** Replaces a list without items; inside a card one sentence is enough. */
  empty: string | { title: string; text: string; action?: ReactNode };
  /** Replaces `empty` while a search or filter is set. */
  noMatches?: false | { text: string; onClear: () => void };
  /** Replaces the list on screens of at least this width. */
  table?: { minWidth: string; render: (items: Item[]) => ReactNode };
  /** Above the items; hidden while there are none. */
  renderAbove?: (items: Item[]) => ReactNode;
  /** Renders one item, with its key. */
  children: (item: Item, index: number, items: Item[]) => ReactNode;
};

/** A paged list of the admin area: its rows, cards or table, or the reason why it is empty. */
export function AdminList<Item>(props: Props<Item>) {
  const { label, look = "framed", empty, noMatches = false, table, renderAbove, children, ...paging } = props;
  const isWide = useMediaQuery(`(min-width: ${table?.minWidth ?? "0px"})`);
  return (
    <PagedList
      {...paging}
      empty={
        noMatches ? (
          <NoMatches title={`No ${paging.nouns[1]} match your search`} {...noMatches} />
        ) : typeof empty === "string" ? (
          <p className="text-muted">{empty}</p>
        ) : (
          <EmptyState title={empty.title} text={empty.text}>
            {empty.action}
          </EmptyState>
        )
      }
    >
      {(items) => (
        <>
          {renderAbove?.(items)}
          {table && isWide ? (
            table.render(items)
          ) : (
            <ol aria-label={label} className={LOOKS[look]}>
              {items.map(children)}
            </ol>
          )}
        </>
      )}
    </PagedList>
  );
}
