// Every route of the product with its permitted roles. `authz.test.ts` fails for a route of `domain::routes` or a page
// of `domain::pages` without a row here, and for a row without its route.
import adminPaths from "#api/generated/admin-paths.json" with { type: "json" };
import paths from "#api/generated/paths.json" with { type: "json" };
import routes from "#api/generated/routes.json" with { type: "json" };
import { ADMIN_ROUTES } from "./admin.ts";
import { AFFILIATE_ROUTES } from "./affiliates.ts";
import { AUTH_ROUTES } from "./auth.ts";
import { PORTALS_ROUTES } from "./portals.ts";
import { PUBLIC_ROUTES } from "./public.ts";
import type { Table } from "./roles.ts";

/** By `METHOD /path`, like the router's arms, with parameters as `{}`. */
export const TABLE: Table = {
  ...ADMIN_ROUTES,
  ...AFFILIATE_ROUTES,
  ...AUTH_ROUTES,
  ...PORTALS_ROUTES,
  ...PUBLIC_ROUTES,
};

/** Every route and page of the product with who may call it, parameters as `{}`: from the Rust list. */
export const ACCESS: Record<string, string> = Object.fromEntries([
  ...Object.entries(routes).map(([route, access]) => [route.replaceAll(/\{\w+\}/g, "{}"), access]),
  ...Object.values({ ...paths, ...adminPaths }).map((path) => [
    `GET ${path.replaceAll(/:\w+/g, "{}")}`,
    "anyone",
  ]),
]);
