import { createContext, useContext } from "react";
import type { Session } from "#api/generated/auth.ts";

export type SignedInAs = {
  session: Session;
  /** Signs out and redirects to the login of the session's area. */
  logOut: () => Promise<void>;
};

/** Provided by an area's gate. */
export const SessionContext = createContext<SignedInAs | null>(null);

function useSignedInAs(): SignedInAs {
  const signedInAs = useContext(SessionContext);
  if (!signedInAs) throw new Error("this screen stands outside the gate");
  return signedInAs;
}

/** The session; inside an area it always exists. */
export const useSession = (): Session => useSignedInAs().session;

export const useLogOut = (): (() => Promise<void>) => useSignedInAs().logOut;
