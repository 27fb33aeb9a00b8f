import { appendFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A build that is served: the folder below `/assets/`, its files, and since when a later one has been in its place. */
export type Build = { folder: string; files: string[]; replacedAt: number | null };

/** List of the builds that are served, at this path; every deployment writes it. */
export const LIST = "assets/builds.json";
/** Cloudflare takes 100 rules of headers. */
const MAX_BUILDS = 50;
const FOLDER = /^[0-9a-f]{8}$/;
const FILE = /^[\w.-]+$/;

/**
 * Downloads the files of the builds that are live now next to the new one, for `keepMs` after their replacement: an
 * open page loads the rest of its code from its own build. `origin`: the live site; `null` before the first deployment.
 * Returns the kept folders.
 */
export async function keepEarlierBuilds(
  origin: string | null,
  dist: string,
  keepMs: number,
  now: number,
): Promise<string[]> {
  const folder = await currentFolder(dist);
  const listed = origin === null ? [] : await served(origin);
  const earlier = listed
    .filter((build) => build.folder !== folder)
    .map((build) => ({ ...build, replacedAt: build.replacedAt ?? now }))
    .filter(({ replacedAt }) => now - replacedAt < keepMs)
    .slice(0, MAX_BUILDS);
  if (origin !== null) for (const build of earlier) await download(origin, dist, build);
  const current: Build = { folder, files: await readdir(join(dist, "assets", folder)), replacedAt: null };
  await writeFile(join(dist, LIST), JSON.stringify([current, ...earlier]));
  return earlier.map((build) => build.folder);
}

/** Returns the folder of the current build and deletes those of earlier builds, which are downloaded again. */
async function currentFolder(dist: string): Promise<string> {
  const page = await readFile(join(dist, "index.html"), "utf8");
  const current = /\/assets\/([0-9a-f]{8})\//.exec(page)?.[1];
  if (current === undefined) throw new Error(`${dist}/index.html names no build`);
  for (const name of await readdir(join(dist, "assets"))) {
    if (FOLDER.test(name) && name !== current) await rm(join(dist, "assets", name), { recursive: true });
  }
  return current;
}

/** Empty if no earlier deployment wrote the list. */
async function served(origin: string): Promise<Build[]> {
  const answer = await fetch(new URL(LIST, origin));
  if (answer.status === 404) return [];
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return (await answer.json()) as Build[];
}

async function download(origin: string, dist: string, { folder, files }: Build): Promise<void> {
  if (!FOLDER.test(folder) || !files.every((name) => FILE.test(name)))
    throw new Error(`${LIST} names what is no file of a build`);
  await mkdir(join(dist, "assets", folder), { recursive: true });
  for (const name of files) {
    const answer = await fetch(new URL(`assets/${folder}/${name}`, origin));
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    await writeFile(join(dist, "assets", folder, name), Buffer.from(await answer.arrayBuffer()));
  }
  const headers = join(dist, "_headers");
  const rule = `\n/assets/${folder}/*\n  Cache-Control: public, max-age=31536000, immutable\n`;
  if (!(await readFile(headers, "utf8")).includes(rule)) await appendFile(headers, rule);
}
