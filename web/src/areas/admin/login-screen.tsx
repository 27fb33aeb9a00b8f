import { LoginPage } from "#auth/login/login-page.tsx";
import * as auth from "#api/generated/calls/auth.ts";
import type { LoginConfig } from "#auth/login-config.ts";

const adminLogin: LoginConfig = {
  area: "admin",
  name: "Admin login",
  greeting: "Behind the counter.",
  welcome: "For the people who run Sayso. Clients and partners sign in elsewhere.",
  login: { failed: "Login failed", noRole: ["Access denied", "You don't have admin privileges."] },
  reset: {
    blank: ["Email required", "Please enter your email address."],
    sent: ["Reset link sent!", "If the address has an account, the link is in its inbox."],
    failed: "Failed to send reset link",
    send: (email) => auth.loginReset({ area: "admin", email }),
  },
  password: {
    differ: ["Passwords don't match", "Please make sure both passwords are the same."],
    short: ["Password too short", "Password must be at least 8 characters long."],
    set: ["Password set successfully!", "Please log in with your new password."],
    failed: "Failed to set password",
  },
};

export default function AdminLoginScreen() {
  return <LoginPage config={adminLogin} />;
}
