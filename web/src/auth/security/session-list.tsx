import { useMutation, useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { auth } from "../../api/portal-endpoints.ts";
import { call } from "../../api/http.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { queryClient } from "../query-client.ts";
import { sayDone, sayFailed } from "../say.ts";
import { SessionLine } from "./session-line.tsx";
import { sessionsQuery } from "./sessions-query.ts";

/** Where the account is signed in, and the way to end that elsewhere. */
export function SessionList() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery);
  const end = useMutation({
    /** One session, or `null` for all others. */
    mutationFn: (id: string | null) => call("DELETE", id === null ? auth.sessions : auth.oneSession(id)),
    onSuccess: (_, id) =>
      sayDone(
        id === null
          ? ["Signed out everywhere else", "Only this browser is still signed in."]
          : ["Signed out", "That browser has to sign in again."],
      ),
    onError: (error) => sayFailed("Failed to sign out", error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const others = sessions?.filter(({ current }) => !current).length ?? 0;

  return (
    <Card title="Where you are signed in">
      {sessions && (
        <ul className="-my-1 divide-y divide-hairline">
          {sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      {!sessions && !isError && <Waiting />}
      {!sessions && isError && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>We could not read where you are signed in.</p>
          <Button look="outlined" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {others > 0 && (
        <Button look="danger" disabled={end.isPending} className="mt-5" onClick={() => end.mutate(null)}>
          <LogOut className="size-5" aria-hidden="true" />
          Sign out everywhere else
        </Button>
      )}
    </Card>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}
