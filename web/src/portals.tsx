import { Route, Routes } from "react-router";
import { NotFound, openScreens, portalAreas, preloadPortalScreen } from "./portal-screens.ts";

preloadPortalScreen(location.pathname);

/** Every address that is not a public page: the portals, and what there is no page for. */
export default function Portals() {
  return (
    <Routes>
      {openScreens.map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      {portalAreas.map(({ name, Frame, screens }) => (
        <Route key={name} element={<Frame />}>
          {screens.map(([path, Screen]) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Route>
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
