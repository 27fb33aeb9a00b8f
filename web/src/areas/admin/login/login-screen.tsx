import { LoginPage } from "../../../auth/login-page.tsx";
import { adminDoor } from "./admin-door.ts";

export default function AdminLoginScreen() {
  return <LoginPage door={adminDoor} />;
}
