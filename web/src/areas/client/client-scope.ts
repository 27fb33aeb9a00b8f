import { useMemo } from "react";
import { useMatch, useParams, useSearchParams } from "react-router";
import { useSession } from "#auth/use-session.ts";
import { routes } from "#paths.ts";

/** The client that a URL names: by the slug in its path, or by `clientId` and `slug`; empty means one's own. */
export function requestedClient(pathSlug: string | undefined, search: URLSearchParams): URLSearchParams {
  if (pathSlug !== undefined) return new URLSearchParams({ slug: pathSlug });
  const which = new URLSearchParams();
  for (const name of ["clientId", "slug"]) {
    const value = search.get(name);
    if (value) which.set(name, value);
  }
  return which;
}

/** The client that the current URL names. */
export function useRequestedClient(): URLSearchParams {
  const { slug } = useParams();
  const [search] = useSearchParams();
  return useMemo(() => requestedClient(slug, search), [slug, search]);
}

/** A portal URL that keeps the client scope (`useClientScope`). */
export function withScope(path: string, scope: string, more: Record<string, string> = {}): string {
  const search = new URLSearchParams([...new URLSearchParams(scope), ...Object.entries(more)]).toString();
  return search ? `${path}?${search}` : path;
}

/**
 * Search parameters that keep an admin in the portal of the viewed client, and whether this is that client's dashboard
 * under either of its URLs.
 */
export function useClientScope(): { search: string; onDashboard: boolean } {
  const { area } = useSession();
  const [search] = useSearchParams();
  const bySlug = useMatch(routes.clientBySlug);
  const scope = new URLSearchParams();
  if (area === "admin") {
    for (const name of ["clientId", "slug"]) {
      const value = search.get(name);
      if (value) scope.set(name, value);
    }
    if (bySlug?.params.slug) scope.set("slug", bySlug.params.slug);
  }
  return { search: scope.toString(), onDashboard: bySlug !== null };
}
