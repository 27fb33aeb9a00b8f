import { keepPreviousData, useInfiniteQuery, type QueryKey } from "@tanstack/react-query";
import type { Query } from "./address.ts";

type Page = { next: string | null };

type Options<P extends Page, Item> = {
  /** Identifies the list; the parameters are appended. */
  queryKey: QueryKey;
  /** Loads a page: the parameters and the cursor. */
  load: (query: Query<string>, signal: AbortSignal) => Promise<P>;
  /** Search, filter and order. */
  params?: URLSearchParams;
  itemsOf: (page: P) => Item[];
  /** Milliseconds after which it is fetched again, by the items that are shown; `false` for never. */
  refetchInterval?: (items: Item[]) => number | false;
  staleTime?: number;
};

/** A paged list. After a change of parameters the old items stay until the new ones have loaded. */
export function usePagedList<P extends Page, Item>(options: Options<P, Item>) {
  const { queryKey, load, params, itemsOf, refetchInterval, staleTime } = options;
  const query = useInfiniteQuery({
    queryKey: params ? [...queryKey, params.toString()] : queryKey,
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(params);
      if (pageParam) search.set("before", pageParam);
      return load(search, signal);
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    ...(staleTime === undefined ? {} : { staleTime }),
    refetchInterval: ({ state }) => refetchInterval?.(state.data?.pages.flatMap(itemsOf) ?? []) ?? false,
  });
  return {
    /** All items so far; `undefined` before the first answer. */
    items: query.data?.pages.flatMap(itemsOf),
    /** Carries data about the list as a whole. */
    firstPage: query.data?.pages[0],
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    refetch: query.refetch,
    hasNextPage: query.hasNextPage,
    isFetchingNextPage: query.isFetchingNextPage,
    isFetchNextPageError: query.isFetchNextPageError,
    fetchNextPage: query.fetchNextPage,
  };
}
