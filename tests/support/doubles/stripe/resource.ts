// Shared by the calls of all objects: routes, retrieval, and paged lists.
import { invalid } from "./errors.ts";
import type { FormHash } from "./form.ts";
import { readParameters, type Kind as ParameterKind, type Shape, type Values } from "./parameters.ts";
import type { Kind, Stored, Tables } from "./store.ts";
import type { Version } from "./versions.ts";
import type { World } from "./world.ts";

/** A call that has been read. `ids` are the variable parts of its path. */
export type ApiCall = { method: string; path: string; version: Version; parameters: FormHash; ids: string[] };

/** A page of stored objects, the newest first. */
export type Page = { object: "list"; data: Stored[]; has_more: boolean; url: string };
/** Rendering of a deleted object. */
export type Deleted = { id: string; object: Kind; deleted: true };
/** An answer that is JSON already. */
export type Plain = { plain: Record<string, unknown> };
/** Result of a handler, rendered in the call's API version. */
export type Reply = Stored | Page | Deleted | Plain;

/** Carries out one call, or throws a refusal. */
export type Handler = (world: World, call: ApiCall) => Reply;
/** Parts of a path that begin with a colon fit anything. */
export type Route = [method: "GET" | "POST" | "DELETE", path: string, handler: Handler];

/** Retrieves the object that the path names. */
export const retrieve =
  (kind: Kind): Handler =>
  (world, { parameters, ids }) => {
    readParameters(parameters, {});
    return world.store.get(kind, ids[0]);
  };

/** One parameter that a list can be narrowed by. */
export type Filter<T> = { kind: ParameterKind; matches: (stored: T, wanted: never, world: World) => boolean };
type ValueOf<K extends ParameterKind> = NonNullable<Values<{ one: K }>["one"]>;

/** Types a filter by the kind of its parameter. */
export const filterOf = <T, const K extends ParameterKind>(
  kind: K,
  matches: (stored: T, wanted: ValueOf<K>, world: World) => boolean,
): Filter<T> => ({ kind, matches });

/** Filters objects by the requested text in a field. */
export const equal = <T>(field: keyof T): Filter<T> =>
  filterOf("string", (stored: T, wanted) => String(stored[field]) === wanted);

const PAGING = {
  limit: "integer",
  starting_after: "string",
  ending_before: "string",
  created: "any",
} as const;

/** Lists a page of all matching objects of a kind. */
export const list =
  <K extends Kind>(kind: K, filters: Record<string, Filter<Tables[K]>> = {}, visible = isVisible): Handler =>
  (world, call) => {
    const kinds: Shape = Object.fromEntries(
      Object.entries(filters).map(([name, { kind: of }]) => [name, of] as const),
    );
    const values: Record<string, unknown> = readParameters(call.parameters, { ...kinds, ...PAGING });
    const found = world.store
      .all(kind)
      .filter(
        (stored) =>
          visible(stored, values) &&
          fitsRange(stored.created, values["created"]) &&
          Object.entries(filters).every(
            ([name, { matches }]) => values[name] == null || matches(stored, values[name] as never, world),
          ),
      );
    return page(found, call);
  };

const isVisible = (stored: Stored, _values: Record<string, unknown>): boolean => !("deleted" in stored);

/** Returns the requested page of a list. */
export function page(all: Stored[], call: ApiCall): Page {
  const { limit, starting_after, ending_before } = call.parameters;
  const size = limit === undefined ? 10 : Number(limit);
  if (size > 100 || size < 1)
    throw invalid(
      `This value must be ${size > 100 ? "less than or equal to 100" : "greater than or equal to 1"}.`,
      {
        code: "parameter_invalid_integer",
        param: "limit",
      },
    );
  const at = (id: unknown, param: string) => {
    const index = all.findIndex((stored) => stored.id === id);
    if (index < 0) throw invalid(`No such object: '${String(id)}'`, { code: "resource_missing", param });
    return index;
  };
  if (ending_before !== undefined) {
    const end = at(ending_before, "ending_before");
    const start = Math.max(0, end - size);
    return { object: "list", data: all.slice(start, end), has_more: start > 0, url: call.path };
  }
  const start = starting_after === undefined ? 0 : at(starting_after, "starting_after") + 1;
  const data = all.slice(start, start + size);
  return { object: "list", data, has_more: start + size < all.length, url: call.path };
}

/** A moment, or bounds: `gt`, `gte`, `lt`, `lte`. */
export function fitsRange(time: number, range: unknown): boolean {
  if (range === undefined || range === null) return true;
  if (typeof range === "string") return time === Number(range);
  const { gt, gte, lt, lte } = range as Record<string, string | undefined>;
  return (
    (gt === undefined || time > Number(gt)) &&
    (gte === undefined || time >= Number(gte)) &&
    (lt === undefined || time < Number(lt)) &&
    (lte === undefined || time <= Number(lte))
  );
}
