import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { loginAreas } from "#auth/login-config.ts";
import { queryClient, sessionQuery } from "#auth/query-client.ts";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { useTitle } from "#lib/use-title.ts";

export default function NotFoundScreen() {
  const { pathname } = useLocation();
  useTitle("Page not found");
  useEffect(() => {
    console.error("There is no page at this address:", pathname);
  }, [pathname]);

  const { data: session } = useQuery(sessionQuery, queryClient);
  const home = session?.kind === "full" ? loginAreas[session.area].home : null;

  return (
    <Notice title="Oops! Page not found">
      <p className="text-muted">The address may be mistyped, or the page has moved.</p>
      {home && (
        <Link to={home} className={buttonClass("signal", "px-8")}>
          Open your portal
        </Link>
      )}
      <Link to={routes.home} className={buttonClass(home ? "outlined" : "signal", "px-8")}>
        Return to Home
      </Link>
    </Notice>
  );
}
