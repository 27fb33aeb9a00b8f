import { useEffect } from "react";
import { Route, Routes, useLocation, matchPath } from "react-router";
import { lazyScreen, type LazyScreen } from "./lib/lazy-screen.tsx";
import { adminRoutes } from "./admin-paths.ts";
import { routes } from "./paths.ts";

type Address = readonly [path: string, Screen: LazyScreen];
type PortalArea = {
  login: string;
  Frame: LazyScreen;
  /** The first is the one behind the login. */
  screens: readonly Address[];
};

// Each screen has its own chunk.
const dashboard = lazyScreen(() => import("./areas/client/dashboard/dashboard-screen.tsx"));

const security = lazyScreen(() => import("./auth/security/security-screen.tsx"));

/** Screens without a frame: the portals' public pages and their logins. */
const openScreens: readonly Address[] = [
  [routes.portal, lazyScreen(() => import("./areas/public/portal-screen.tsx"))],
  [routes.partners, lazyScreen(() => import("./areas/public/affiliates/partners-screen.tsx"))],
  [routes.affiliateTerms, lazyScreen(() => import("./areas/public/affiliates/terms-screen.tsx"))],
  [routes.affiliateApply, lazyScreen(() => import("./areas/public/affiliates/apply-screen.tsx"))],
  [routes.affiliateSuccess, lazyScreen(() => import("./areas/public/affiliates/success-screen.tsx"))],
  [routes.clientLogin, lazyScreen(() => import("./areas/client/login-screen.tsx"))],
  [adminRoutes.adminLogin, lazyScreen(() => import("./areas/admin/login-screen.tsx"))],
  [routes.affiliateLogin, lazyScreen(() => import("./areas/affiliate/login-screen.tsx"))],
];

/** The screens behind a login, each area in its frame. */
const portalAreas: readonly PortalArea[] = [
  {
    login: routes.clientLogin,
    Frame: lazyScreen(() => import("./areas/client/client-area.tsx")),
    screens: [
      [routes.clientDashboard, dashboard],
      [routes.clientBySlug, dashboard],
      [
        routes.clientSubmissions,
        lazyScreen(() => import("./areas/client/submissions/submissions-screen.tsx")),
      ],
      [routes.clientSharing, lazyScreen(() => import("./areas/client/sharing/sharing-screen.tsx"))],
      [routes.clientCard, lazyScreen(() => import("./areas/client/sharing/card-screen.tsx"))],
      [routes.clientWalls, lazyScreen(() => import("./areas/client/walls/walls-screen.tsx"))],
      [routes.clientDrive, lazyScreen(() => import("./areas/client/drive/drive-screen.tsx"))],
      [routes.clientGoogleDrive, lazyScreen(() => import("./areas/client/drive/google-return-screen.tsx"))],
      [routes.clientBilling, lazyScreen(() => import("./areas/client/billing/billing-screen.tsx"))],
      [routes.clientBusiness, lazyScreen(() => import("./areas/client/business/business-screen.tsx"))],
      [routes.clientSecurity, security],
      [routes.clientSupport, lazyScreen(() => import("./areas/client/support-screen.tsx"))],
    ],
  },
  {
    login: adminRoutes.adminLogin,
    Frame: lazyScreen(() => import("./areas/admin/admin-area.tsx")),
    screens: [
      [adminRoutes.admin, lazyScreen(() => import("./areas/admin/clients/clients-screen.tsx"))],
      [
        adminRoutes.adminAffiliates,
        lazyScreen(() => import("./areas/admin/affiliates/affiliates-screen.tsx")),
      ],
      [adminRoutes.adminSearch, lazyScreen(() => import("./areas/admin/search/search-screen.tsx"))],
      [
        adminRoutes.adminOperations,
        lazyScreen(() => import("./areas/admin/operations/operations-screen.tsx")),
      ],
      [adminRoutes.adminEmails, lazyScreen(() => import("./areas/admin/emails/emails-screen.tsx"))],
      [adminRoutes.adminPayments, lazyScreen(() => import("./areas/admin/payments/payments-screen.tsx"))],
      [adminRoutes.adminRetention, lazyScreen(() => import("./areas/admin/retention/retention-screen.tsx"))],
      [adminRoutes.adminAudit, lazyScreen(() => import("./areas/admin/audit/audit-screen.tsx"))],
      [
        adminRoutes.adminSetups,
        lazyScreen(() => import("./areas/admin/onboarding-requests/onboarding-requests-screen.tsx")),
      ],
      [adminRoutes.adminSignUps, lazyScreen(() => import("./areas/admin/sign-ups/sign-ups-screen.tsx"))],
      [
        adminRoutes.adminForwarding,
        lazyScreen(() => import("./areas/admin/forwarding/forwarding-screen.tsx")),
      ],
      [adminRoutes.adminSettings, lazyScreen(() => import("./areas/admin/settings/settings-screen.tsx"))],
      [
        adminRoutes.adminGoogleDrive,
        lazyScreen(() => import("./areas/admin/google-drive/google-return-screen.tsx")),
      ],
      [
        adminRoutes.adminPaymentSetup,
        lazyScreen(() => import("./areas/admin/payment-setup/payment-setup-screen.tsx")),
      ],
      [adminRoutes.adminSecurity, lazyScreen(() => import("./areas/admin/security/security-screen.tsx"))],
    ],
  },
  {
    login: routes.affiliateLogin,
    Frame: lazyScreen(() => import("./areas/affiliate/affiliate-area.tsx")),
    screens: [
      [
        routes.affiliateDashboard,
        lazyScreen(() => import("./areas/affiliate/dashboard/dashboard-screen.tsx")),
      ],
      [routes.affiliateSecurity, security],
    ],
  },
];

const NotFound = lazyScreen(() => import("./areas/public/not-found-screen.tsx"));

/** Preloads a path's screen and frame in parallel, without waiting for the session. */
function preloadPortalScreen(pathname: string): void {
  const screenAt = (addresses: readonly Address[]) =>
    addresses.find(([path]) => matchPath(path, pathname))?.[1];
  screenAt(openScreens)?.preload();
  for (const { Frame, screens } of portalAreas) {
    const screen = screenAt(screens);
    if (!screen) continue;
    Frame.preload();
    screen.preload();
  }
}

/** Preloads the first screen behind a login. */
function preloadBehindLogin(pathname: string): void {
  const area = portalAreas.find(({ login }) => matchPath(login, pathname));
  area?.Frame.preload();
  area?.screens[0]?.[1].preload();
}

preloadPortalScreen(location.pathname);

/** All URLs other than public pages: the portals, and not found. */
export default function Portals() {
  const { pathname } = useLocation();
  // Preloads while the user types.
  useEffect(() => preloadBehindLogin(pathname), [pathname]);
  return (
    <Routes>
      {openScreens.map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      {portalAreas.map(({ login, Frame, screens }) => (
        <Route key={login} element={<Frame />}>
          {screens.map(([path, Screen]) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Route>
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
