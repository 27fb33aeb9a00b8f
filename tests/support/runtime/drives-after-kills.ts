// Checks the videos of a drive after the Worker was killed while customers submitted (INV19), for each kind of drive.
import type { ClientRow } from "../people/owner/clients.ts";
import { startGoogleWorld } from "../people/owner/google-owner.ts";
import { addKillsClient, submitUnderKills, type Delivered, type Kills } from "./kills.ts";
import { sha256 } from "../people/owner/users.ts";
import { ownerOf } from "../people/owner/drive-owners.ts";
import { startWebDavWorld } from "../people/owner/webdav-owner.ts";
import { SERVERS, webDavServer, type ServerName } from "../doubles/webdav-servers.ts";
import { startWorker, type Sayso } from "./worker.ts";

/** Fate of the acknowledged submissions. */
export type Ended = {
  /** How many attempts to deliver a kill has cut. */
  cut: number;
  deliveredOnce: number;
  lost: number;
  doubled: number;
  /** Unexpected files on the drives. */
  beside: string[];
};

/** A Worker with a client that has a drive. */
type World = {
  sayso: Sayso;
  client: ClientRow;
  /** Every file of the drive as `path SHA-256`, with the submission's path. */
  held: () => Promise<string[]>;
  /** Folders without any delivery. */
  idleFolders?: (months: Set<string>) => string[];
  close: () => Promise<void>;
};

const STARTS: Record<string, (extent: Kills) => Promise<World>> = {
  "the built-in drive": builtIn,
  ...Object.fromEntries(
    SERVERS.map((server) => [`WebDAV on ${server}`, (extent: Kills) => webDav(server, extent)]),
  ),
  "Google Drive": google,
};

export const KILLED_DRIVES = Object.keys(STARTS);

/** Kills the Worker while customers submit to a client with this drive, then checks the drive's files. */
export async function endAfterKills(drive: string, extent: Kills): Promise<Ended> {
  const start = STARTS[drive];
  if (!start) throw new Error(`no drive ${drive}`);
  const { sayso, client, held, idleFolders, close } = await start(extent);
  try {
    const { deliveries, cut } = await submitUnderKills(sayso, client, extent);
    const ended = { cut, ...compare(deliveries, await held()) };
    const months = new Set(deliveries.map(({ row }) => String(row.drive_path).split("/")[0] ?? ""));
    ended.beside.push(...(idleFolders?.(months) ?? []));
    if (drive !== "the built-in drive") ended.beside.push(...(await sayso.keys(`drive/${client.id}/`)));
    return ended;
  } finally {
    await close();
  }
}

function compare(deliveries: Delivered[], held: string[]) {
  const copies = new Map<string, number>();
  for (const file of held) copies.set(file, (copies.get(file) ?? 0) + 1);
  const expected = deliveries.map(({ row, sent }) => `${row.drive_path} ${sent}`);
  const found = expected.map((file) => copies.get(file) ?? 0);
  const expectedFiles = new Set(expected);
  return {
    deliveredOnce: found.filter((count) => count === 1).length,
    lost: found.filter((count) => count === 0).length,
    doubled: found.filter((count) => count > 1).length,
    beside: held.filter((file) => !expectedFiles.has(file)),
  };
}

async function builtIn(extent: Kills): Promise<World> {
  const sayso = await startWorker();
  const client = await addKillsClient(sayso, extent);
  const folder = `drive/${client.id}/`;
  const held = async () => {
    const files = [];
    for (const key of await sayso.keys(folder))
      files.push(`${key.slice(folder.length)} ${sha256(await (await sayso.media.get(key)).bytes())}`);
    return files;
  };
  return { sayso, client, held, close: () => sayso.close() };
}

async function webDav(name: ServerName, extent: Kills): Promise<World> {
  const server = await webDavServer(name);
  const world = await startWebDavWorld();
  const { sayso } = world;
  const client = await addKillsClient(sayso, extent);
  await world.connect(await ownerOf(sayso, client), `${server.address}videos`);
  return {
    sayso,
    client,
    held: async () =>
      Object.entries(await server.files()).map(
        ([path, digest]) => `${path.replace(/^videos\//, "")} ${digest}`,
      ),
    close: async () => {
      await world.close();
      await server.close();
    },
  };
}

async function google(extent: Kills): Promise<World> {
  const world = await startGoogleWorld();
  const { sayso, google: drive } = world;
  const client = await addKillsClient(sayso, extent);
  await world.connect(await ownerOf(sayso, client), drive.accounts[0]);
  // The bin included.
  const held = async () => {
    const all = drive.files();
    const nameOf = new Map(all.map(({ id, name }) => [id, name]));
    return all
      .filter(({ folder }) => !folder)
      .map(({ name, parents: [parent = ""], sha256: digest }) => `${nameOf.get(parent)}/${name} ${digest}`);
  };
  // One for the business and one for the month, or two if the month ended meanwhile.
  const idleFolders = (months: Set<string>) => {
    const due = new Set([`${client.company_name} testimonials`, ...months]);
    const folders = drive.files().filter(({ folder }) => folder);
    return folders.map(({ name }) => name).filter((name) => !due.delete(name));
  };
  return { sayso, client, held, idleFolders, close: world.close };
}
