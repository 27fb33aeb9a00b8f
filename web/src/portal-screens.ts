/** The screens behind a login, and the doors to them: each its own chunk. */
export const portalScreens = {
  portal: () => import("./areas/client/portal-screen.tsx"),
  clientLogin: () => import("./areas/client/login/login-screen.tsx"),
  clientArea: () => import("./areas/client/client-area.tsx"),
  clientDashboard: () => import("./areas/client/dashboard/dashboard-screen.tsx"),
  clientSubmissions: () => import("./areas/client/submissions/submissions-screen.tsx"),
  clientSharing: () => import("./areas/client/sharing/sharing-screen.tsx"),
  clientCard: () => import("./areas/client/sharing/card-screen.tsx"),
  clientSecurity: () => import("./areas/client/security/security-screen.tsx"),
  clientSupport: () => import("./areas/client/support/support-screen.tsx"),

  adminLogin: () => import("./areas/admin/login/login-screen.tsx"),
  adminArea: () => import("./areas/admin/admin-area.tsx"),
  adminClients: () => import("./areas/admin/clients/clients-screen.tsx"),
  adminAffiliates: () => import("./areas/admin/affiliates/affiliates-screen.tsx"),
  adminOperations: () => import("./areas/admin/operations/operations-screen.tsx"),
  adminEmails: () => import("./areas/admin/emails/emails-screen.tsx"),
  adminAudit: () => import("./areas/admin/audit/audit-screen.tsx"),
  adminSetups: () => import("./areas/admin/setups/setups-screen.tsx"),
  adminSignUps: () => import("./areas/admin/sign-ups/sign-ups-screen.tsx"),
  adminAutomation: () => import("./areas/admin/automation/automation-screen.tsx"),
  adminSettings: () => import("./areas/admin/settings/settings-screen.tsx"),
  adminSecurity: () => import("./areas/admin/security/security-screen.tsx"),

  affiliateLogin: () => import("./areas/affiliate/login/login-screen.tsx"),
  affiliateArea: () => import("./areas/affiliate/affiliate-area.tsx"),
  affiliateSecurity: () => import("./areas/affiliate/security/security-screen.tsx"),

  notFound: () => import("./areas/public/not-found-screen.tsx"),
};

/** What the first screen of a visit needs, side by side: the frame does not wait for the session, nor its screen. */
const first: [RegExp, ...(keyof typeof portalScreens)[]][] = [
  [/^\/clients\/login\/?$/, "clientLogin"],
  [/^\/(clients\/dashboard|client\/[^/]+)\/?$/, "clientArea", "clientDashboard"],
  [/^\/clients\/submissions\/?$/, "clientArea", "clientSubmissions"],
  [/^\/clients\/(sharing|security|support)/, "clientArea"],
  [/^\/clients\/admin\/?$/, "adminArea", "adminClients"],
  [
    /^\/clients\/admin\/(affiliates|operations|emails|audit|setups|sign-ups|automation|settings|security)/,
    "adminArea",
  ],
];

/** A failed download is met again, and shown, when the screen renders. */
export function preloadPortalScreen(pathname: string): void {
  const [, ...names] = first.find(([pattern]) => pattern.test(pathname)) ?? [];
  for (const name of names) portalScreens[name]().catch(() => undefined);
}
