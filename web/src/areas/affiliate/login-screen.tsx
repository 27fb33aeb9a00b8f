import { LoginPage } from "#auth/login/login-page.tsx";
import { sendAffiliatePasswordReset } from "#api/generated/calls/public.ts";
import type { LoginConfig } from "#auth/login-config.ts";

const affiliateLogin: LoginConfig = {
  area: "affiliate",
  name: "Partner login",
  greeting: "You said so first.",
  welcome: "You bring businesses to Sayso. Sign in to your partner account.",
  login: {
    failed: "Failed to login",
    noRole: ["You don't have affiliate access", "Sign in with the address of your affiliate account."],
  },
  reset: {
    blank: ["Please enter your email address", "We send the reset link there."],
    sent: ["Reset link sent! Please check your email for the password reset link."],
    failed: "Failed to send reset email",
    send: (email) => sendAffiliatePasswordReset({ email }),
  },
  password: {
    differ: ["Passwords do not match", "Please type the same password twice."],
    short: ["Password must be at least 8 characters long", "Choose a longer one."],
    set: ["Password set successfully! Please log in with your new password."],
    failed: "Failed to set password",
  },
};

export default function AffiliateLoginScreen() {
  return <LoginPage config={affiliateLogin} />;
}
