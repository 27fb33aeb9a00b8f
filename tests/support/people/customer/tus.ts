// The tus protocol by hand, for what the client library would never send.
import { openRequest } from "../../runtime/raw-http.ts";
import type { Sayso } from "../../runtime/worker.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

export const tusHeaders = (more: Record<string, string> = {}) => ({ "tus-resumable": "1.0.0", ...more });

/** `webhook`: the endpoint that the form will go to, where it goes to one. */
export function create(
  sayso: Sayso,
  clientId: string,
  length: number,
  more: Record<string, string> = {},
  webhook?: string,
) {
  const pairs = { clientId, filetype: "video/webm", ...(webhook ? { webhook } : {}) };
  const metadata = Object.entries(pairs)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(",");
  const headers = tusHeaders({ "upload-length": String(length), "upload-metadata": metadata, ...more });
  return sayso.fetch("/api/uploads", { method: "POST", headers });
}

/** Creates an upload and returns its path. */
export async function createdUpload(
  sayso: Sayso,
  clientId: string,
  length: number,
  webhook?: string,
): Promise<string> {
  const answer = await create(sayso, clientId, length, {}, webhook);
  const location = answer.headers.get("location");
  if (answer.status !== 201 || !location)
    throw new Error(`no upload: ${answer.status} ${await answer.text()}`);
  return location;
}

export function patch(
  sayso: Sayso,
  location: string,
  offset: number,
  body: BodyInit,
  more: Record<string, string> = {},
) {
  const headers = tusHeaders({
    "content-type": "application/offset+octet-stream",
    "upload-offset": String(offset),
    ...more,
  });
  return sayso.fetch(location, { method: "PATCH", headers, body, duplex: "half" } as RequestInit);
}

export const head = (sayso: Sayso, location: string) =>
  sayso.fetch(location, { method: "HEAD", headers: tusHeaders() });

export const terminate = (sayso: Sayso, location: string) =>
  sayso.fetch(location, { method: "DELETE", headers: tusHeaders() });

export const uploadIdOf = (location: string) => location.split("/").at(-1) ?? "";

/** An upload whose bytes have all arrived. */
export async function completedUpload(
  sayso: Sayso,
  clientId: string,
  bytes: Uint8Array,
  webhook?: string,
): Promise<string> {
  const location = await createdUpload(sayso, clientId, bytes.length, webhook);
  const answer = await patch(sayso, location, 0, bytes as BodyInit);
  if (answer.status !== 204) throw new Error(`not uploaded: ${answer.status} ${await answer.text()}`);
  return location;
}

/** A PATCH from the start whose bytes are still to come, over a connection of its own. */
export function slowPatch(sayso: Sayso, location: string, length: number) {
  return openRequest(sayso.url, "PATCH", location, {
    ...tusHeaders(),
    "content-type": "application/offset+octet-stream",
    "upload-offset": 0,
    "content-length": length,
  });
}
