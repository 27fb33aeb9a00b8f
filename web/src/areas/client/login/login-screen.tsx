import { LoginPage } from "../../../auth/login-page.tsx";
import { clientDoor } from "./client-door.ts";

export default function ClientLoginScreen() {
  return <LoginPage door={clientDoor} />;
}
