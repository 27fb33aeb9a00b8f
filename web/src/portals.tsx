import { lazy } from "react";
import { Route, Routes } from "react-router";
import { routes } from "./paths.ts";
import { portalScreens, preloadPortalScreen } from "./portal-screens.ts";

const Portal = lazy(portalScreens.portal);
const ClientLogin = lazy(portalScreens.clientLogin);
const ClientArea = lazy(portalScreens.clientArea);
const ClientDashboard = lazy(portalScreens.clientDashboard);
const ClientSubmissions = lazy(portalScreens.clientSubmissions);
const ClientSharing = lazy(portalScreens.clientSharing);
const ClientCard = lazy(portalScreens.clientCard);
const ClientSecurity = lazy(portalScreens.clientSecurity);
const ClientSupport = lazy(portalScreens.clientSupport);
const AdminLogin = lazy(portalScreens.adminLogin);
const AdminArea = lazy(portalScreens.adminArea);
const AdminClients = lazy(portalScreens.adminClients);
const AdminAffiliates = lazy(portalScreens.adminAffiliates);
const AdminOperations = lazy(portalScreens.adminOperations);
const AdminEmails = lazy(portalScreens.adminEmails);
const AdminAudit = lazy(portalScreens.adminAudit);
const AdminSetups = lazy(portalScreens.adminSetups);
const AdminSignUps = lazy(portalScreens.adminSignUps);
const AdminAutomation = lazy(portalScreens.adminAutomation);
const AdminSettings = lazy(portalScreens.adminSettings);
const AdminSecurity = lazy(portalScreens.adminSecurity);
const AffiliateLogin = lazy(portalScreens.affiliateLogin);
const AffiliateArea = lazy(portalScreens.affiliateArea);
const AffiliateSecurity = lazy(portalScreens.affiliateSecurity);
const NotFound = lazy(portalScreens.notFound);

preloadPortalScreen(location.pathname);

/** Every address that is not a public page: the portals, and what there is no page for. */
export default function Portals() {
  return (
    <Routes>
      <Route path={routes.portal} element={<Portal />} />
      <Route path={routes.clientLogin} element={<ClientLogin />} />
      <Route element={<ClientArea />}>
        <Route path={routes.clientDashboard} element={<ClientDashboard />} />
        <Route path={routes.clientBySlug} element={<ClientDashboard />} />
        <Route path={routes.clientSubmissions} element={<ClientSubmissions />} />
        <Route path={routes.clientSharing} element={<ClientSharing />} />
        <Route path={routes.clientCard} element={<ClientCard />} />
        <Route path={routes.clientSecurity} element={<ClientSecurity />} />
        <Route path={routes.clientSupport} element={<ClientSupport />} />
      </Route>
      <Route path={routes.adminLogin} element={<AdminLogin />} />
      <Route element={<AdminArea />}>
        <Route path={routes.admin} element={<AdminClients />} />
        <Route path={routes.adminAffiliates} element={<AdminAffiliates />} />
        <Route path={routes.adminOperations} element={<AdminOperations />} />
        <Route path={routes.adminEmails} element={<AdminEmails />} />
        <Route path={routes.adminAudit} element={<AdminAudit />} />
        <Route path={routes.adminSetups} element={<AdminSetups />} />
        <Route path={routes.adminSignUps} element={<AdminSignUps />} />
        <Route path={routes.adminAutomation} element={<AdminAutomation />} />
        <Route path={routes.adminSettings} element={<AdminSettings />} />
        <Route path={routes.adminSecurity} element={<AdminSecurity />} />
      </Route>
      <Route path={routes.affiliateLogin} element={<AffiliateLogin />} />
      <Route element={<AffiliateArea />}>
        <Route path={routes.affiliateSecurity} element={<AffiliateSecurity />} />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
