import { useState } from "react";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import { ApiError } from "../../../api/http.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { WindowDialog } from "../../../ui/window-dialog.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
import { SubmissionDetails } from "./submission-details.tsx";
import { useSubmission } from "./use-submissions.ts";

type Props = { client: ClientView; id: string; onClose: () => void };

/** One submission: its video, what its customer agreed to, and the way to delete it. */
export function SubmissionWindow({ client, id, onClose }: Props) {
  const { data, error, isFetching, refetch } = useSubmission(client.id, id);
  const [erasing, setErasing] = useState(false);
  const unknown = error instanceof ApiError && error.status === 404;
  const title = data?.submission.customer_name ?? (unknown ? "Not found" : "Submission");
  return (
    <>
      <WindowDialog title={title} onClose={onClose}>
        {data ? (
          <SubmissionDetails clientId={client.id} detail={data} onErase={() => setErasing(true)} />
        ) : unknown ? (
          <p className="p-6">This submission does not exist, or it has been deleted.</p>
        ) : error && !isFetching ? (
          <div role="alert" className="flex flex-col items-start gap-4 p-6">
            <p>{error.message}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        ) : (
          <div aria-busy="true" className="grid gap-6 p-5 sm:p-6 md:grid-cols-2">
            <Skeleton className="h-[min(60svh,32rem)]" />
            <Skeleton className="h-72" />
          </div>
        )}
      </WindowDialog>
      {erasing && data && (
        <EraseDialog
          clientId={client.id}
          detail={data}
          onErased={onClose}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}
