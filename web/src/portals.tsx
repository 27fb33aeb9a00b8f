import { useEffect } from "react";
import { Route, Routes, useLocation } from "react-router";
import {
  NotFound,
  openScreens,
  portalAreas,
  preloadBehindLogin,
  preloadPortalScreen,
} from "./portal-screens.ts";

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
