import { useQuery } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import { ApiError } from "#api/http.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { WindowDialog } from "#ui/dialogs/window-dialog.tsx";
import { EditForm } from "./edit-form.tsx";

/** Edits a client. Nothing can be saved until it is loaded. */
export function EditDialog({ id, onClose }: { id: string; onClose: () => void }) {
  // Loaded once per opening: the form compares its values with these.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["admin", "client", id],
    queryFn: ({ signal }) => admin.clientGet(id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const unknown = error instanceof ApiError && error.status === 404;
  return (
    <WindowDialog title={data ? `Edit ${data.company_name}` : "Edit client"} onClose={onClose}>
      {data ? (
        <EditForm record={data} onClose={onClose} />
      ) : error && !isFetching ? (
        <div role="alert" className="flex flex-col items-start gap-4 p-6">
          <p>{unknown ? "We can’t find this client." : error.message}</p>
          {!unknown && (
            <Button variant="outlined" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </div>
      ) : (
        <div aria-busy="true" aria-label="Loading" className="grid gap-x-6 gap-y-7 p-5 sm:grid-cols-2 sm:p-6">
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} className="h-18" />
          ))}
        </div>
      )}
    </WindowDialog>
  );
}
