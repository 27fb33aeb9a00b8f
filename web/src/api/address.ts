/** Parameters of an address. */
export type Query<Name extends string> = URLSearchParams | { [Key in Name]?: string };

/** Appends query parameters to a URL. */
export function withQuery(address: string, query: Query<string>): string {
  const search = new URLSearchParams(query as URLSearchParams).toString();
  return search === "" ? address : `${address}?${search}`;
}

/** Template tag that URL-encodes the values of a path. */
export const path = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: parts }, ...values.map(encodeURIComponent));
