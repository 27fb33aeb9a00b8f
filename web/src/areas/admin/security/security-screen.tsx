import { lazy } from "react";
import { AccountSessions } from "./account-sessions.tsx";

// A chunk of its own, as for the other portals: imported at once, it and what it imports would become part of what all portals share,
// and pages of the public would fetch that.
const SecurityScreen = lazy(() => import("#auth/security/security-screen.tsx"));

/** An admin's own account, and the way to sign any other one out. */
export default function AdminSecurityScreen() {
  return (
    <SecurityScreen>
      <AccountSessions />
    </SecurityScreen>
  );
}
