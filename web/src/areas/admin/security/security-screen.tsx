import { SecurityPage } from "../../../auth/security/security-page.tsx";

export default function AdminSecurityScreen() {
  return <SecurityPage />;
}
