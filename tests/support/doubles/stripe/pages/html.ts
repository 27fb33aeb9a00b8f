// HTML as text: interpolated values are escaped unless they are HTML themselves.
import { readFileSync } from "node:fs";
import type { Answer } from "../../double-http.ts";

/** A part of a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | number | string | false | null | undefined | Piece[];

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const write = (piece: Piece): string => {
  if (Array.isArray(piece)) return piece.map(write).join("");
  if (piece instanceof Html) return piece.text;
  return piece === null || piece === undefined || piece === false ? "" : escaped(String(piece));
};

/** A part of a page with the values in their places. */
export const html = (texts: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(texts.map((text, at) => text + write(pieces[at])).join(""));

/** The stylesheet of all pages. */
export const STYLE = readFileSync(new URL("style.css", import.meta.url), "utf8");

/** A whole page with the common header. */
export function page(title: string, body: Html, { status = 200, columns = 1 } = {}): Answer {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – test payments</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header class="note">Test payments. No money moves.</header>
        <main class="${columns === 2 ? "two" : "one"}">${body}</main>
      </body>
    </html>`;
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    body: document.text,
  };
}

/** Redirects a browser after a form. */
export const redirect = (location: string): Answer => ({ status: 303, headers: { location } });

export const notFound = (): Answer =>
  page(
    "Not found",
    html`<section>
      <h1>Nothing is here</h1>
      <p>This address leads nowhere.</p>
    </section>`,
    {
      status: 404,
    },
  );

/** An amount in its currency: `£29.00`. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(amount / 100);

/** A day, as people write it: `5 March 2027`. */
export const date = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
    year: "numeric",
  });

export const field = (
  label: string,
  name: string,
  { value = "", error, type = "text", hint = "", autocomplete = "off" }: FieldOptions = {},
): Html =>
  html`<label
    >${label}
    <input
      name="${name}"
      type="${type}"
      value="${value}"
      placeholder="${hint}"
      autocomplete="${autocomplete}"
      required
      ${error && html`aria-invalid="true" aria-describedby="${name}-error"`}
    />
    ${error && html`<span class="bad" id="${name}-error" role="alert">${error}</span>`}
  </label>`;

type FieldOptions = {
  value?: string;
  error?: string | undefined;
  type?: "email" | "text";
  hint?: string;
  autocomplete?: string;
};
