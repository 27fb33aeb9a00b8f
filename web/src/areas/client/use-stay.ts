import { useMatch, useSearchParams } from "react-router";
import { useSession } from "../../auth/use-session.ts";
import { routes } from "../../paths.ts";

/**
 * What the portal's links carry so that an admin stays with the client whose portal this is, and whether this is
 * that client's dashboard under its other address.
 */
export function useStay(): { search: string; onDashboard: boolean } {
  const { area } = useSession();
  const [search] = useSearchParams();
  const bySlug = useMatch(routes.clientBySlug);
  const stay = new URLSearchParams();
  if (area === "admin") {
    for (const name of ["clientId", "slug"]) {
      const value = search.get(name);
      if (value) stay.set(name, value);
    }
    if (bySlug?.params.slug) stay.set("slug", bySlug.params.slug);
  }
  return { search: stay.toString(), onDashboard: bySlug !== null };
}
