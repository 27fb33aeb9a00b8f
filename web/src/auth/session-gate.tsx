import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Navigate, useLocation } from "react-router";
import { auth } from "../api/portal-endpoints.ts";
import type { Area } from "../api/generated/Area.ts";
import { call } from "../api/http.ts";
import { hearOtherTabs, tellOtherTabs } from "./auth-news.ts";
import type { Words } from "./door.ts";
import { doors } from "./doors.ts";
import { hasDrafts, removeDrafts } from "./drafts.ts";
import { hasEnded, queryClient, sessionQuery } from "./query-client.ts";
import { sayDone, sayFailed, sayWrong } from "./say.ts";
import { SessionProblem } from "./session-problem.tsx";
import { SessionContext } from "./use-session.ts";

type Props = {
  /** Whose sessions open this area. */
  areas: readonly Area[];
  /** The login of somebody who was not signed in before. */
  door: Area;
  /** What a session of another area is told. */
  denied?: Words;
  /** Stands there until it is known who is signed in. */
  waiting: ReactNode;
  children: ReactNode;
};

const ENDED: Words = ["Your session has ended", "Sign in to go on where you were."];
const ENDED_WITH_DRAFT: Words = [ENDED[0], `What you typed is kept. ${ENDED[1]}`];

/** Lets in who is signed in; everybody else goes to the matching login and comes back from there. */
export function SessionGate({ areas, door, denied, waiting, children }: Props) {
  const { data: session, error, refetch, isFetching } = useQuery(sessionQuery, queryClient);
  const [lastArea, setLastArea] = useState<Area | null>(null);
  const [leaving, setLeaving] = useState(false);
  const allowed = session?.kind === "full" && areas.includes(session.area) ? session : null;

  useEffect(hearOtherTabs, []);
  if (allowed && allowed.area !== lastArea) setLastArea(allowed.area);

  const signedInAs = useMemo(() => {
    if (!allowed) return null;
    const logOut = async () => {
      try {
        await call("POST", auth.logout);
      } catch (failure) {
        if (!hasEnded(failure)) {
          sayFailed("Logout failed", failure);
          return;
        }
      }
      // Before the session goes: else it would look like one that ended.
      flushSync(() => setLeaving(true));
      removeDrafts();
      tellOtherTabs();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      sayDone(["Logged out"]);
    };
    return { session: allowed, logOut };
  }, [allowed]);

  if (signedInAs) {
    return (
      <SessionContext key={signedInAs.session.user_id} value={signedInAs}>
        {children}
      </SessionContext>
    );
  }
  if (session === undefined) {
    return error ? <SessionProblem busy={isFetching} onRetry={() => void refetch()} /> : waiting;
  }
  if (leaving) return <Navigate replace to={doors[lastArea ?? door].login} />;
  if (session === null) {
    const ended = hasDrafts() ? ENDED_WITH_DRAFT : ENDED;
    return <ToLogin area={lastArea ?? door} words={lastArea ? ended : undefined} />;
  }
  // A session that is only half made has its next step at its own login.
  if (session.kind !== "full") return <ToLogin area={session.area} />;
  return <ToLogin area={door} words={denied} />;
}

function ToLogin({ area, words }: { area: Area; words?: Words | undefined }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (words) sayWrong(words);
  }, [words]);
  return <Navigate replace to={`${doors[area].login}?${new URLSearchParams({ next: pathname + search })}`} />;
}
