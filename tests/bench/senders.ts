// Ways of handing in a film; each resolves with its seconds.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { addClient, another, form, goodFields, type ClientRow } from "../support/people/owner/clients.ts";
import { until, type Sayso } from "../support/runtime/worker.ts";
import { tusHeaders } from "../support/people/customer/tus.ts";
import type { Baseline } from "./baseline/start.ts";
import { expect, type Call } from "./http.ts";
import type { Runtime } from "./processes.ts";

export type Sender = (film: Uint8Array) => Promise<number>;

const SUBMIT = "/functions/v1/submit-testimonial";

/** The least that a Worker can do: one object and one row. */
export function bareSender({ runtime, media }: Baseline & { runtime: Runtime }): Sender {
  return async (film) => {
    const key = randomUUID();
    const seconds = await timed(() =>
      expect(200, new URL(`/${key}`, runtime.url), { method: "PUT", body: film }),
    );
    await media.delete(key);
    return seconds;
  };
}

/** A client with credits, and its visitors' two ways until the film is accepted; or only until it is stored. */
export async function senders(
  sayso: Sayso & { runtime: Runtime },
): Promise<{ tus: Sender; plain: Sender; stored: Sender }> {
  const client = await addClient(sayso, { credits_remaining: 100_000 });
  const at = (path: string) => new URL(path, sayso.runtime.url);
  const fields = goodFields(client.id);

  const upload = async (body: Uint8Array): Promise<string> => {
    const metadata = `clientId ${btoa(client.id)},filetype ${btoa("video/mp4")}`;
    const opening = {
      "upload-length": String(body.length),
      "upload-metadata": metadata,
      "content-type": "application/offset+octet-stream",
    };
    const { headers } = await expect(201, at("/api/uploads"), {
      method: "POST",
      headers: tusHeaders(opening),
      body,
    });
    return headers.location ?? "";
  };

  const stored: Sender = async (film) => {
    let location = "";
    const seconds = await timed(async () => {
      location = await upload(film);
    });
    await expect(204, at(location), { method: "DELETE", headers: tusHeaders() });
    return seconds;
  };

  const tus: Sender = async (film) => {
    // The same video is accepted only once.
    const body = another(film);
    const seconds = await timed(async () => {
      const uploadId = (await upload(body)).split("/").at(-1) ?? "";
      await expect(200, at(SUBMIT), await posted(form({ ...fields, uploadId })));
    });
    await deleteDelivered(sayso, client);
    return seconds;
  };

  const plain: Sender = async (film) => {
    const call = await posted(form(fields, another(film), "video/mp4"));
    const seconds = await timed(() => expect(200, at(SUBMIT), call));
    await deleteDelivered(sayso, client);
    return seconds;
  };
  return { tus, plain, stored };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** A form as the bytes that a browser sends. */
async function posted(data: FormData): Promise<Call> {
  const response = new Response(data);
  const headers = { "content-type": response.headers.get("content-type") ?? "" };
  return { method: "POST", headers, body: await response.bytes() };
}

/** Waits for the delivery, which would overlap the next measurement, and deletes the delivered file. */
async function deleteDelivered(sayso: Sayso, client: ClientRow) {
  // A digest, which many in an hour get, waits for its end.
  const active =
    "SELECT count(*) AS n FROM job_queue WHERE lease IS NOT NULL OR (status = 'pending' AND due_at <= ?)";
  await until("all due jobs done", async () => (await sayso.row<{ n: number }>(active, Date.now()))?.n === 0);
  await sayso.media.delete(await sayso.keys(`drive/${client.id}/`));
}
