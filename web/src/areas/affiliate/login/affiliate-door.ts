import { auth } from "../../../api/portal-endpoints.ts";
import { call } from "../../../api/http.ts";
import type { Door } from "../../../auth/door.ts";

export const affiliateDoor: Door = {
  area: "affiliate",
  name: "Partner login",
  greeting: "You said so first.",
  welcome: "You bring businesses to Sayso. Sign in to your partner account.",
  login: {
    failed: "Failed to login",
    noRole: ["You don't have affiliate access", "Sign in with the address of your affiliate account."],
  },
  reset: {
    blank: ["Please enter your email address", "The reset link is sent there."],
    sent: ["Reset link sent! Please check your email for the password reset link."],
    failed: "Failed to send reset email",
    send: (email) => call("POST", auth.affiliateReset, { email }),
  },
  password: {
    differ: ["Passwords do not match", "Type the same password twice."],
    short: ["Password must be at least 8 characters long", "Choose a longer one."],
    set: ["Password set successfully! Please log in with your new password."],
    failed: "Failed to set password",
  },
};
