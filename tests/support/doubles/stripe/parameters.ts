// Parameter schemas, validated with Stripe's error messages.
import { invalid } from "./errors.ts";
import type { FormValue } from "./form.ts";

/** How one parameter is read. An array of texts is an enumeration. `timestamp` counts seconds. */
export type Kind =
  | "string"
  | "integer"
  | "decimal"
  | "boolean"
  | "timestamp"
  | "metadata"
  | "any"
  | readonly string[]
  | { list: Kind }
  | { hash: Shape };
export type Shape = { readonly [name: string]: Kind };

type Value<K> = K extends "string"
  ? string
  : K extends "integer" | "decimal" | "timestamp"
    ? number
    : K extends "boolean"
      ? boolean
      : K extends "metadata"
        ? Metadata
        : K extends readonly (infer Word)[]
          ? Word
          : K extends { list: infer Entry }
            ? Value<Entry>[]
            : K extends { hash: infer S }
              ? Values<S>
              : FormValue;

/** Parsed values: `null` if an empty text unsets a parameter, `undefined` if it is missing. */
export type Values<S> = { -readonly [N in keyof S]?: Value<S[N]> | null };
/** Texts of the caller's own, by key. */
export type Metadata = Record<string, string>;

/** Shapes keep their literal types, from which the types of their values follow. */
export const shape = <const S extends Shape>(given: S): S => given;

/** Reads parameters by their shape; refuses unknown ones, missing ones and those of another type. */
export function readParameters<S extends Shape>(
  given: FormValue | undefined,
  expected: S,
  required: (keyof S & string)[] = [],
): Values<S> {
  const values = readHash(given ?? {}, expected, "");
  for (const name of required) {
    if (values[name] === undefined)
      throw invalid(`Missing required param: ${name}.`, { code: "parameter_missing", param: name });
    if (values[name] === null) throw emptyValue(name);
  }
  return values as Values<S>;
}

/** Parses one value. An empty text unsets, for every kind. */
function read(value: FormValue, kind: Kind, at: string): unknown {
  if (value === "") return kind === "metadata" ? {} : null;
  if (kind === "any") return value;
  if (typeof kind === "object" && "hash" in kind) return readHash(value, kind.hash, at);
  if (typeof kind === "object" && "list" in kind) {
    const { list } = kind;
    if (!Array.isArray(value)) throw invalid("Invalid array", { param: at });
    return value.map((entry, index) => read(entry, list, `${at}[${index}]`));
  }
  if (kind === "metadata") return readMetadata(value, at);
  if (typeof value !== "string") throw invalid("Invalid string", { param: at });
  return readText(value, kind, at);
}

function readText(value: string, kind: Kind, at: string): unknown {
  switch (kind) {
    case "integer":
    case "timestamp":
      if (!/^-?\d+$/.test(value))
        throw invalid(`Invalid integer: ${value}`, { code: "parameter_invalid_integer", param: at });
      return Number(value);
    case "decimal":
      if (!/^-?\d+(\.\d+)?$/.test(value)) throw invalid(`Invalid decimal: ${value}`, { param: at });
      return Number(value);
    case "boolean":
      if (value !== "true" && value !== "false") throw invalid(`Invalid boolean: ${value}`, { param: at });
      return value === "true";
    default:
      if (Array.isArray(kind) && !kind.includes(value))
        throw invalid(`Invalid ${at}: must be one of ${words(kind)}`, { param: at });
      return value;
  }
}

const words = (all: string[]) =>
  all.length > 1 ? `${all.slice(0, -1).join(", ")}, or ${all.at(-1)}` : all[0];

function readHash(value: FormValue, expected: Shape, at: string): Record<string, unknown> {
  if (typeof value === "string" || (Array.isArray(value) && value.length > 0))
    throw invalid("Invalid object", { param: at });
  const values: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const path = at === "" ? name : `${at}[${name}]`;
    const kind = Object.hasOwn(expected, name) ? expected[name] : undefined;
    if (kind === undefined)
      throw invalid(`Received unknown parameter: ${path}`, { code: "parameter_unknown", param: path });
    values[name] = read(given, kind, path);
  }
  return values;
}

function readMetadata(value: FormValue, at: string): Metadata {
  const entries = typeof value === "string" || Array.isArray(value) ? undefined : Object.entries(value);
  if (!entries) throw invalid("Invalid object", { param: at });
  for (const [key, text] of entries) {
    if (key.length > 40 || typeof text !== "string" || text.length > 500)
      throw invalid("Metadata keys can have up to 40 characters and values up to 500.", {
        param: `${at}[${key}]`,
      });
  }
  if (entries.length > 50) throw invalid("Metadata can have up to 50 keys.", { param: at });
  return Object.fromEntries(entries) as Metadata;
}

/** New keys are added, known ones replaced, and those with an empty value deleted; unsetting all takes an empty text. */
export function mergeMetadata(held: Metadata, given: Metadata | null | undefined): Metadata {
  if (given === undefined) return held;
  if (given === null || Object.keys(given).length === 0) return {};
  return Object.fromEntries(Object.entries({ ...held, ...given }).filter(([, value]) => value !== ""));
}

/** The error for an empty value of a required parameter. */
const emptyValue = (name: string) =>
  invalid(
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
    { code: "parameter_invalid_empty", param: name },
  );

/** The given value, including `null`, or else the current one. */
export const given = <T>(value: T | null | undefined, held: T | null): T | null =>
  value === undefined ? held : value;
