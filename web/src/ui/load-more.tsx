import { Button } from "./button.tsx";

export type NextPage = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
};

/** Loads the next page of a list; hidden on the last page. */
export function LoadMore({ list }: { list: NextPage }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <Button variant="outlined" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? "Loading" : "Load more"}
      </Button>
      {list.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger">
          {list.error?.message}
        </p>
      )}
    </div>
  );
}
