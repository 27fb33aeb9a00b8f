// Form bodies and query strings as Stripe reads them: `a[b]=1`, `a[0][b]=1`, `a[]=1`.

/** A decoded value: a text, or a list or hash of such. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
/** A decoded body or query. */
export type FormHash = { [name: string]: FormValue };

const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);

/** Decodes `application/x-www-form-urlencoded` text with brackets into nested hashes and lists. */
export function decodeForm(text: string): FormHash {
  const root: FormHash = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const head = /^[^[]*/.exec(name)?.[0] ?? "";
    const path = [
      head,
      ...[...name.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? ""),
    ];
    if (!path.some((key) => UNSAFE.has(key))) put(root, path, value);
  }
  return listed(root) as FormHash;
}

function put(into: FormHash, [key = "", ...rest]: string[], value: string): void {
  const name = key === "" ? nextIndex(into, rest[0]) : key;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const held = into[name];
  const inner: FormHash = typeof held === "object" && !Array.isArray(held) ? held : {};
  into[name] = inner;
  put(inner, rest, value);
}

/** `a[][b]=1&a[][c]=2` fills one entry; a key that the last entry has already begins the next. */
function nextIndex(list: FormHash, key: string | undefined): string {
  const count = Object.keys(list).length;
  const last = list[String(count - 1)];
  const open = key !== undefined && typeof last === "object" && !(key in last);
  return String(open ? count - 1 : count);
}

/** Converts hashes with only numeric keys to lists. */
function listed(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key)))
    return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => listed(value[key] ?? ""));
  return Object.fromEntries(keys.map((key) => [key, listed(value[key] ?? "")]));
}
