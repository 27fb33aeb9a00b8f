import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";

/** Which client an address asks for: the slug of its path, or `clientId` and `slug`; nothing means one's own. */
export function whichClient(pathSlug: string | undefined, search: URLSearchParams): URLSearchParams {
  if (pathSlug !== undefined) return new URLSearchParams({ slug: pathSlug });
  const which = new URLSearchParams();
  for (const name of ["clientId", "slug"]) {
    const value = search.get(name);
    if (value) which.set(name, value);
  }
  return which;
}

/** The client that this address asks for. */
export function useWhichClient(): URLSearchParams {
  const { slug } = useParams();
  const [search] = useSearchParams();
  return useMemo(() => whichClient(slug, search), [slug, search]);
}

/** A portal address with what it must carry to stay with the client (`useStay`). */
export function withClient(path: string, stay: string, more: Record<string, string> = {}): string {
  const search = new URLSearchParams([...new URLSearchParams(stay), ...Object.entries(more)]).toString();
  return search ? `${path}?${search}` : path;
}
