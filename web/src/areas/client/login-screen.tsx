import { LoginPage } from "#auth/login/login-page.tsx";
import * as auth from "#api/generated/calls/auth.ts";
import type { LoginConfig } from "#auth/login-config.ts";

const clientLogin: LoginConfig = {
  area: "client",
  name: "Client login",
  greeting: "Hear what they said.",
  welcome: "Your videos, your credits and the link you share, all in one place.",
  login: { failed: "Login failed", noRole: null },
  reset: {
    blank: ["Email required", "Please enter your email address."],
    sent: ["Reset link sent!", "If the address has an account, check your inbox for the link."],
    failed: "Failed to send reset link",
    send: (email) => auth.loginReset({ area: "client", email }),
  },
  password: {
    differ: ["Passwords don't match", "Please make sure both passwords are the same."],
    short: ["Password too short", "Password must be at least 6 characters long."],
    set: ["Password set successfully!", "Please log in with your new password."],
    failed: "Failed to set password",
  },
};

export default function ClientLoginScreen() {
  return <LoginPage config={clientLogin} />;
}
