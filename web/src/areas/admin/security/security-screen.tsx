import SecurityScreen from "../../../auth/security/security-screen.tsx";
import { AccountSessions } from "./account-sessions.tsx";

/** An admin's own account, and the way to sign any other one out. */
export default function AdminSecurityScreen() {
  return (
    <SecurityScreen>
      <AccountSessions />
    </SecurityScreen>
  );
}
