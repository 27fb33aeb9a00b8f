import { LoginPage } from "../../../auth/login-page.tsx";
import { affiliateDoor } from "./affiliate-door.ts";

export default function AffiliateLoginScreen() {
  return <LoginPage door={affiliateDoor} />;
}
