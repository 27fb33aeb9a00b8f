import { Button } from "../../ui/button.tsx";

type Found = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
};

/** The way to the next page of a list, as long as there is one. */
export function More({ found }: { found: Found }) {
  if (!found.hasNextPage) return null;
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <Button look="outlined" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
        {found.isFetchingNextPage ? "Loading" : "Load more"}
      </Button>
      {found.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger">
          {found.error?.message}
        </p>
      )}
    </div>
  );
}
