// A website on an origin of its own that shows testimonials, as a business pastes them from the portal.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SubmissionDetail } from "#api/generated/client.ts";
import type { Walls } from "#api/generated/walls.ts";
import type { ClientRow } from "../people/owner/clients.ts";
import { addPublication } from "../people/owner/publications.ts";
import { addUser, call, signIn } from "../people/owner/users.ts";
import { addWall } from "../people/owner/walls.ts";
import type { Sayso } from "../runtime/worker.ts";

export type HostSite = Awaited<ReturnType<typeof startHostSite>>;

/** A site with one page. */
export async function startHostSite() {
  let served: { html: string; headers: Record<string, string> } = { html: "", headers: {} };
  const server = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8", ...served.headers });
    answer.end(served.html);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes its page. */
    show(html: string, headers: Record<string, string> = {}): void {
      served = { html: `<!doctype html><title>Host</title><p>Before</p>${html}<p>After</p>`, headers };
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Frames without access to their own origin. */
export const sandboxed = (frames: string) => frames.replaceAll("<iframe", '<iframe sandbox="allow-scripts"');

/** A site that shows a wall of 12 and one of its testimonials by script, and both in sandboxed frames. */
export async function startSiteOfEmbeds(sayso: Sayso, client: ClientRow): Promise<HostSite> {
  const { one, wall, oneFrame, wallFrame } = await wallSnippets(sayso, client);
  const site = await startHostSite();
  site.show(one + wall + sandboxed(oneFrame + wallFrame));
  return site;
}

export type Snippets = { one: string; wall: string; oneFrame: string; wallFrame: string };

/** The portal's snippets for a new wall of 12, and for one of its testimonials. */
export async function wallSnippets(sayso: Sayso, client: ClientRow): Promise<Snippets> {
  const poster = await readFile("tests/support/films/logo.png");
  const all = [];
  for (let number = 1; number <= 12; number += 1)
    all.push(await addPublication(sayso, client, { customer_name: `Ann ${number}`, poster }));
  await addWall(sayso, client);
  const cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
  const get = async (path: string) =>
    (await call(sayso, "GET", `/api/client/${client.id}/${path}`, { cookie })).json();
  const { walls } = (await get("walls")) as Walls;
  const { publication } = (await get(`submissions/${all.at(-1)?.id}`)) as SubmissionDetail;
  return {
    one: publication?.element ?? "",
    oneFrame: publication?.embed ?? "",
    wall: walls[0]?.element ?? "",
    wallFrame: walls[0]?.frame ?? "",
  };
}
