import { password } from "#api/generated/rules.json";
import type { Area } from "#api/generated/enums.ts";
import type { ToastText } from "#ui/toasts/toast.ts";
import { adminRoutes } from "#admin-paths.ts";
import { routes } from "#paths.ts";

/** Area, rules and texts of one of the three login pages. */
export type LoginConfig = {
  area: Area;
  /** The heading of the form. */
  name: string;
  /** Large text beside it. */
  greeting: string;
  welcome: string;
  login: {
    /** Title of the error toast; its text gives the reason. */
    failed: string;
    /** For a user with the right password but no access to this area. */
    noRole: ToastText | null;
  };
  reset: {
    blank: ToastText;
    sent: ToastText;
    failed: string;
    send: (email: string) => Promise<unknown>;
  };
  password: PasswordTexts & { set: ToastText; failed: string };
};

/** Errors about a new password, checked before it is sent. */
export type PasswordTexts = { differ: ToastText; short: ToastText };

type LoginArea = {
  login: string;
  /** Landing page after login. */
  home: string;
  /** Characters of a password. The server refuses shorter ones too. */
  minLength: number;
};

export const loginAreas: Record<Area, LoginArea> = {
  client: { login: routes.clientLogin, home: routes.clientDashboard, minLength: password.min.client },
  admin: { login: adminRoutes.adminLogin, home: adminRoutes.admin, minLength: password.min.admin },
  affiliate: {
    login: routes.affiliateLogin,
    home: routes.affiliateDashboard,
    minLength: password.min.affiliate,
  },
};
