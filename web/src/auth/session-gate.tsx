import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { Navigate, useLocation } from "react-router";
import * as auth from "#api/generated/calls/auth.ts";
import type { Area } from "#api/generated/enums.ts";
import { broadcastSession, onSessionBroadcast } from "./session-broadcast.ts";
import { loginAreas } from "./login-config.ts";
import { hasDrafts, removeDrafts } from "#lib/use-draft.ts";
import { isSignedOut, queryClient, sessionQuery } from "./query-client.ts";
import { toastError, toastFailure, toastSuccess } from "./toasts.ts";
import { SessionContext } from "./use-session.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { ToastText } from "#ui/toasts/toast.ts";

type Props = {
  /** Areas whose sessions may enter. */
  areas: readonly Area[];
  /** The login for visitors who were not signed in before. */
  area: Area;
  /** Toast for visitors without a session or with one of another area. */
  denied?: ToastText;
  /** Shown in place of the login to people who are not signed in. */
  signedOut?: ReactNode;
  /** Shown while the session loads. */
  waiting: ReactNode;
  children: ReactNode;
};

const ENDED: ToastText = ["Your session has ended", "Sign in to carry on where you were."];
const ENDED_WITH_DRAFT: ToastText = [ENDED[0], `What you typed is kept. ${ENDED[1]}`];

/** Renders the area for its users; sends everybody else to its login, which returns here. */
export function SessionGate({ areas, area, denied, signedOut, waiting, children }: Props) {
  const { data: session, error, refetch, isFetching } = useQuery(sessionQuery, queryClient);
  const [lastArea, setLastArea] = useState<Area | null>(null);
  const [leaving, setLeaving] = useState(false);
  const allowed = session?.kind === "full" && areas.includes(session.area) ? session : null;

  useEffect(onSessionBroadcast, []);
  if (allowed && allowed.area !== lastArea) setLastArea(allowed.area);

  const signedInAs = useMemo(() => {
    if (!allowed) return null;
    const logOut = async () => {
      try {
        await auth.loginLogout();
      } catch (failure) {
        if (!isSignedOut(failure)) {
          toastFailure("Logout failed", failure);
          return;
        }
      }
      // First, or the session would look expired.
      flushSync(() => setLeaving(true));
      removeDrafts();
      broadcastSession();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      toastSuccess(["Logged out"]);
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
  if (leaving) return <Navigate replace to={loginAreas[lastArea ?? area].login} />;
  if (session === null && signedOut) return signedOut;
  if (session === null) {
    const ended = hasDrafts() ? ENDED_WITH_DRAFT : ENDED;
    return <ToLogin area={lastArea ?? area} texts={lastArea ? ended : denied} />;
  }
  // A session that is only half made has its next step at its own login.
  if (session.kind !== "full") return <ToLogin area={session.area} />;
  return <ToLogin area={area} texts={denied} />;
}

function ToLogin({ area, texts }: { area: Area; texts?: ToastText | undefined }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (texts) toastError(texts);
  }, [texts]);
  return (
    <Navigate replace to={`${loginAreas[area].login}?${new URLSearchParams({ next: pathname + search })}`} />
  );
}

/** The session is unknown: the server did not answer. */
function SessionProblem({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <Notice title="We cannot reach Sayso">
      <p className="text-muted">Your connection may have dropped. Nothing is lost.</p>
      <Button onClick={onRetry} aria-disabled={busy}>
        Try again
      </Button>
    </Notice>
  );
}
