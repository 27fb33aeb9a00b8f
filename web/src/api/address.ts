/** Parameters of an address. */
export type Query<Name extends string> = URLSearchParams | { [Key in Name]?: string };

/** An address with its parameters. */
export const withQuery = (address: string, query: Query<string>): string =>
  `${address}?${new URLSearchParams(query as URLSearchParams)}`;

/** A path whose values are encoded. */
export const path = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: parts }, ...values.map(encodeURIComponent));
