import type { PageData } from "./generated/public.ts";

/** What the server wrote into the page; without a server (a plain dev server) nothing is known. */
function read(): PageData {
  const text = document.getElementById("sayso-data")?.textContent;
  return text
    ? (JSON.parse(text) as PageData)
    : { support_url: "/", record: null, home: null, branded: null };
}

export const pageData: PageData = read();
