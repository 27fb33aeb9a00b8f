import { password } from "#api/generated/rules.json";
import type { Area } from "#api/generated/enums.ts";
import { adminRoutes } from "#admin-paths.ts";
import { routes } from "#paths.ts";

/** A toast's title and text. */
export type ToastText = readonly [title: string, text: string] | readonly [title: string];

/** What is particular to one of the three login pages: its area, its rules and its words. */
export type LoginConfig = {
  area: Area;
  /** The heading of the form. */
  name: string;
  /** What stands large beside it. */
  greeting: string;
  welcome: string;
  login: {
    /** The toast's title; the text says why. */
    failed: string;
    /** For somebody whose password is right and who has no business here. */
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

/** What is said of a new password before the server is asked. */
export type PasswordTexts = { differ: ToastText; short: ToastText };

type LoginArea = {
  login: string;
  /** What the login opens. */
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
