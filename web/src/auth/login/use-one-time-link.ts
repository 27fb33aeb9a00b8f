import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as auth from "#api/generated/calls/auth.ts";
import type { OpenLink, SignedIn } from "#api/generated/auth.ts";
import { ApiError } from "#api/http.ts";
import { broadcastSession } from "#auth/session-broadcast.ts";
import { isSignedOutNow, refetchSession } from "#auth/query-client.ts";
import { loginNotStored, toastError } from "#auth/toasts.ts";

export type OneTimeLink = {
  /** `unreached`: the server did not answer, and the link may still be valid. `over`: it has expired. */
  state: "none" | "opening" | "unreached" | "over";
  retry: () => void;
  /** Continues as if there was no link. */
  dismiss: () => void;
};

type Link = { token: string | null; state: OneTimeLink["state"] };

/** A fragment never reaches a server or its log. */
function tokenOf(fragment: string): string | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return /^(recovery|invite)$/.test(fields.get("type") ?? "") ? fields.get("token") : null;
}

/** One request per token, however many callers: a second one would find the link used. */
const openings = new Map<string, Promise<SignedIn>>();

function openOnce(token: string): Promise<SignedIn> {
  const pending = openings.get(token);
  if (pending) return pending;
  const opening = auth.loginLink({ token } satisfies OpenLink);
  openings.set(token, opening);
  opening.catch((error: unknown) => {
    if (!isOver(error)) openings.delete(token);
  });
  return opening;
}

const isOver = (error: unknown) => error instanceof ApiError && error.code === "link_used";

async function open(token: string): Promise<OneTimeLink["state"]> {
  try {
    await openOnce(token);
  } catch (error) {
    return isOver(error) ? "over" : "unreached";
  }
  broadcastSession();
  await refetchSession();
  if (isSignedOutNow()) toastError(loginNotStored());
  return "none";
}

/** Redeems the one-time link in the page's URL, if any, and removes it from the address bar. */
export function useOneTimeLink(): OneTimeLink {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const found = tokenOf(hash);
  const [link, setLink] = useState<Link>({ token: null, state: "none" });
  if (found && found !== link.token) setLink({ token: found, state: "opening" });

  useEffect(() => {
    if (found) void navigate({ pathname, search }, { replace: true });
  }, [found, navigate, pathname, search]);

  const { token, state } = link;
  useEffect(() => {
    if (!token || state !== "opening") return;
    void open(token).then((outcome) =>
      setLink((now) => (now.token === token ? { token, state: outcome } : now)),
    );
  }, [token, state]);

  return {
    state,
    retry: () => setLink({ token, state: "opening" }),
    dismiss: () => setLink({ token, state: "none" }),
  };
}
