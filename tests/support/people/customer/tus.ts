// Raw tus requests, for cases that the client library never sends.
import { openRequest } from "../../runtime/raw-http.ts";
import type { Sayso } from "../../runtime/worker.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

export const tusHeaders = (more: Record<string, string> = {}) => ({ "tus-resumable": "1.0.0", ...more });

const BYTES = { "content-type": "application/offset+octet-stream" };

/** `named`: metadata besides client and type. `body`: the first bytes. */
export function create(
  sayso: Sayso,
  clientId: string,
  length: number,
  more: Record<string, string> = {},
  named: Record<string, string | undefined> = {},
  body?: Uint8Array,
) {
  const pairs = Object.entries({ clientId, filetype: "video/webm", ...named });
  const metadata = pairs.flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${base64(value)}`]));
  const headers = tusHeaders({
    "upload-length": String(length),
    "upload-metadata": metadata.join(),
    ...more,
  });
  if (!body) return sayso.fetch("/api/uploads", { method: "POST", headers });
  return sayso.fetch("/api/uploads", {
    method: "POST",
    headers: { ...BYTES, ...headers },
    body: body as BodyInit,
  });
}

/** Creates an upload; returns its path. */
export async function createdUpload(
  sayso: Sayso,
  clientId: string,
  length: number,
  webhook?: string,
): Promise<string> {
  const answer = await create(sayso, clientId, length, {}, { webhook });
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
    ...BYTES,
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

/** A complete upload. */
export async function completedUpload(
  sayso: Sayso,
  clientId: string,
  bytes: Uint8Array,
  webhook?: string,
): Promise<string> {
  const answer = await create(sayso, clientId, bytes.length, {}, { webhook }, bytes);
  const location = answer.headers.get("location");
  if (answer.status !== 201 || !location)
    throw new Error(`not uploaded: ${answer.status} ${await answer.text()}`);
  return location;
}

/** A creation with its bytes still pending, on its own connection. */
export function slowCreation(sayso: Sayso, clientId: string, id: string, length: number) {
  return openRequest(sayso.url, "POST", "/api/uploads", {
    ...tusHeaders(),
    ...BYTES,
    "upload-length": length,
    "upload-metadata": `clientId ${base64(clientId)},id ${base64(id)}`,
    "content-length": length,
  });
}

/** A PATCH from the start with its bytes still pending, on its own connection. */
export function slowPatch(sayso: Sayso, location: string, length: number) {
  return openRequest(sayso.url, "PATCH", location, {
    ...tusHeaders(),
    ...BYTES,
    "upload-offset": 0,
    "content-length": length,
  });
}
