import { useMutation, useQuery } from "@tanstack/react-query";
import { LogOut, Monitor, Smartphone } from "lucide-react";
import * as auth from "#api/generated/calls/auth.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { queryClient, sessionsQuery } from "#auth/query-client.ts";
import { toastFailure, toastSuccess } from "#auth/toasts.ts";
import { format, formatDistanceToNowStrict } from "date-fns";
import type { ActiveSession } from "#api/generated/auth.ts";
import { Badge } from "#ui/badge.tsx";

/** The account's sessions, with buttons to end the others. */
export function SessionList() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery);
  const end = useMutation({
    /** One session, or `null` for all others. */
    mutationFn: (id: string | null) => (id === null ? auth.sessionEndOthers() : auth.sessionEnd(id)),
    onSuccess: (_, id) =>
      toastSuccess(
        id === null
          ? ["Signed out everywhere else", "Only this browser is still signed in."]
          : ["Signed out", "That browser will have to sign in again."],
      ),
    onError: (error) => toastFailure("Failed to sign out", error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const others = sessions?.filter(({ current }) => !current).length ?? 0;

  return (
    <Card title="Active sessions">
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
          <p>We could not load your active sessions.</p>
          <Button variant="outlined" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {others > 0 && (
        <Button variant="danger" disabled={end.isPending} className="mt-5" onClick={() => end.mutate(null)}>
          <LogOut className="size-5" aria-hidden="true" />
          Sign out everywhere else
        </Button>
      )}
    </Card>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}

/** The server stores the time of use to the hour. */
const ONE_HOUR_MS = 3_600_000;

type Props = { session: ActiveSession; busy: boolean; onEnd: () => void };

/** One browser that is signed in. */
function SessionLine({ session, busy, onEnd }: Props) {
  const Icon = /android|iphone|ios|mobile/i.test(session.device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-4 py-3.5">
      <Icon className="size-6 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {session.device}
          {session.current && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="text-sm text-muted tabular-nums">
          Since {format(session.created_at, "dd MMM yyyy")}. Last used {lastUse(session)}.
        </p>
      </div>
      {!session.current && (
        <Button
          variant="outlined"
          aria-disabled={busy}
          aria-label={`Sign out ${session.device}`}
          className="shrink-0 px-4 text-[0.9375rem]"
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function lastUse({ current, last_used_at }: ActiveSession): string {
  if (current) return "now";
  if (Date.now() - last_used_at < 2 * ONE_HOUR_MS) return "recently";
  return formatDistanceToNowStrict(last_used_at, { addSuffix: true });
}
