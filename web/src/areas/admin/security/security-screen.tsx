import { lazy } from "react";
import { AccountSessions } from "./account-sessions.tsx";

// Its own chunk, as for the other portals: with a static import it and its imports would join the portals' shared
// chunk, which public pages would then load.
const SecurityScreen = lazy(() => import("#auth/security/security-screen.tsx"));

/** An admin's own account, and the way to sign any other one out. */
export default function AdminSecurityScreen() {
  return (
    <SecurityScreen>
      <AccountSessions />
    </SecurityScreen>
  );
}
