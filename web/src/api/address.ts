/** Parameters of an address. */
export type Query<Name extends string> = URLSearchParams | { [Key in Name]?: string };

/** An address with its parameters, if there are any. */
export function withQuery(address: string, query: Query<string>): string {
  const search = new URLSearchParams(query as URLSearchParams).toString();
  return search === "" ? address : `${address}?${search}`;
}

/** A path whose values are encoded. */
export const path = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: parts }, ...values.map(encodeURIComponent));
