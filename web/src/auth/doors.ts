import type { Area } from "../api/generated/Area.ts";
import { routes } from "../paths.ts";

type Place = {
  login: string;
  /** What stands behind the door. */
  home: string;
  /** Characters of a password. The server refuses shorter ones too. */
  shortest: number;
};

export const doors: Record<Area, Place> = {
  client: { login: routes.clientLogin, home: routes.clientDashboard, shortest: 6 },
  // Until the areas of admins and affiliates have screens of their own.
  admin: { login: routes.adminLogin, home: routes.clientDashboard, shortest: 8 },
  affiliate: { login: routes.affiliateLogin, home: routes.affiliateSecurity, shortest: 8 },
};
