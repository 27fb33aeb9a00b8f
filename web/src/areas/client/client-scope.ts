import { useMemo } from "react";
import { useMatch, useParams, useSearchParams } from "react-router";
import { useSession } from "#auth/use-session.ts";
import { routes } from "#paths.ts";

/** Which client an address asks for: the slug of its path, or `clientId` and `slug`; nothing means one's own. */
export function requestedClient(pathSlug: string | undefined, search: URLSearchParams): URLSearchParams {
  if (pathSlug !== undefined) return new URLSearchParams({ slug: pathSlug });
  const which = new URLSearchParams();
  for (const name of ["clientId", "slug"]) {
    const value = search.get(name);
    if (value) which.set(name, value);
  }
  return which;
}

/** The client that this address asks for. */
export function useRequestedClient(): URLSearchParams {
  const { slug } = useParams();
  const [search] = useSearchParams();
  return useMemo(() => requestedClient(slug, search), [slug, search]);
}

/** A portal address with what it must carry to stay with the client (`useClientScope`). */
export function withScope(path: string, scope: string, more: Record<string, string> = {}): string {
  const search = new URLSearchParams([...new URLSearchParams(scope), ...Object.entries(more)]).toString();
  return search ? `${path}?${search}` : path;
}

/**
 * What the portal's links carry so that an admin stays with the client whose portal this is, and whether this is
 * that client's dashboard under its other address.
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
