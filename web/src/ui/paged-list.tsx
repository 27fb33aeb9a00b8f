import { useEffect, useRef, type ReactNode } from "react";
import { Announcer } from "./announcer.tsx";
import { isFocusLost } from "#lib/is-focus-lost.ts";
import { ErrorState } from "./empty-state.tsx";
import { LoadMore, type NextPage } from "./load-more.tsx";
import { Skeleton } from "./skeleton.tsx";

type List<Item> = NextPage & {
  /** All items so far; `undefined` before the first answer. */
  items: Item[] | undefined;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type Props<Item> = {
  list: List<Item>;
  /** Completes "We could not load". */
  subject: string;
  /** Singular and plural noun of the items, for announcing how many were found. */
  nouns: [one: string, many: string];
  empty: ReactNode;
  skeleton?: ReactNode;
  children: (items: Item[]) => ReactNode;
};

/** A paged list, or its replacement: skeleton, error, empty state. */
export function PagedList<Item>({ list, subject, nouns, empty, skeleton, children }: Props<Item>) {
  const { items, error, hasNextPage } = list;
  const box = useRef<HTMLDivElement>(null);
  const hadMore = useRef(hasNextPage);
  useEffect(() => {
    // The button disappears with the last page, and the focus with it.
    if (hadMore.current && !hasNextPage && isFocusLost()) box.current?.focus();
    hadMore.current = hasNextPage;
  }, [hasNextPage]);

  if (!items) {
    if (error && !list.isFetching)
      return <ErrorState subject={subject} error={error} onRetry={list.refetch} />;
    return skeleton ?? <Skeleton className="h-96 rounded-card" />;
  }
  if (items.length === 0) return empty;
  return (
    <div ref={box} tabIndex={-1} aria-busy={list.isPlaceholderData} className="outline-none">
      <Announcer message={countText(items.length, hasNextPage, nouns)} />
      {children(items)}
      <LoadMore list={list} />
    </div>
  );
}

const countText = (count: number, hasMore: boolean, [one, many]: [string, string]): string =>
  `${count}${hasMore ? " or more" : ""} ${count === 1 && !hasMore ? one : many}`;
