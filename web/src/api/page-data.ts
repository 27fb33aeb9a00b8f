import type { PageData } from "./generated/public.ts";

/** Reads the data the server put into the page; without our server (a plain dev server) there is none. */
function read(): PageData {
  const text = document.getElementById("sayso-data")?.textContent;
  return text
    ? (JSON.parse(text) as PageData)
    : { support_url: "/", record: null, home: null, branded: null, wall: null };
}

export const pageData: PageData = read();
