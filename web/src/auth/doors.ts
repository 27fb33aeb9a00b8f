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
  admin: { login: routes.adminLogin, home: routes.admin, shortest: 8 },
  // Until the area of affiliates has more screens.
  affiliate: { login: routes.affiliateLogin, home: routes.affiliateSecurity, shortest: 8 },
};
