// Files of earlier builds stay for those who have a page of them open.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdir, mkdtemp, readFile, readdir, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { keepEarlierBuilds, LIST, type Build } from "../../web/deploy/earlier-builds.ts";

const DAY = 86_400_000;
const KEEP_MS = 7 * DAY;

/** The live site: a folder behind a plain file server, like the edge. */
let live = "";
let origin = "";
const server = createServer((request, response) => {
  readFile(join(live, request.url ?? "")).then(
    (body) => response.end(body),
    () => response.writeHead(live === "down" ? 503 : 404).end(),
  );
});
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

async function built(folder: string): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), "sayso-dist-"));
  await mkdir(join(dist, "assets", folder), { recursive: true });
  await writeFile(join(dist, "_headers"), "/assets/*\n  X: y\n");
  await writeFile(join(dist, "index.html"), `<script src="/assets/${folder}/app.js"></script>`);
  for (const name of ["app.js", "style.css"])
    await writeFile(join(dist, "assets", folder, name), `${folder} ${name}`);
  return dist;
}

const listOf = async (dist: string) => JSON.parse(await readFile(join(dist, LIST), "utf8")) as Build[];

test("REC26 SUB27 each deployment keeps the files of the builds before it for 7 days, and their caching", async () => {
  const first = await built("aaaaaaaa");
  assert.deepEqual(await keepEarlierBuilds(null, first, KEEP_MS, 0), [], "nothing was live");
  live = first;

  const second = await built("bbbbbbbb");
  assert.deepEqual(await keepEarlierBuilds(origin, second, KEEP_MS, DAY), ["aaaaaaaa"]);
  assert.equal(await readFile(join(second, "assets/aaaaaaaa/app.js"), "utf8"), "aaaaaaaa app.js");
  assert.match(
    await readFile(join(second, "_headers"), "utf8"),
    /\/assets\/aaaaaaaa\/\*\n {2}Cache-Control: .*immutable/,
  );
  assert.deepEqual(
    (await listOf(second)).map(({ folder, replacedAt }) => [folder, replacedAt]),
    [
      ["bbbbbbbb", null],
      ["aaaaaaaa", DAY],
    ],
  );
  live = second;

  const third = await built("cccccccc");
  assert.deepEqual(await keepEarlierBuilds(origin, third, KEEP_MS, 8 * DAY - 1), ["bbbbbbbb", "aaaaaaaa"]);
  const later = await built("dddddddd");
  assert.deepEqual(await keepEarlierBuilds(origin, later, KEEP_MS, 8 * DAY), ["bbbbbbbb"], "7 days are over");
  assert.deepEqual((await readdir(join(later, "assets"))).toSorted(), [
    "bbbbbbbb",
    "builds.json",
    "dddddddd",
  ]);
});

test("REC26 SUB27 a deployment that is repeated with the same build ends the same", async () => {
  const again = await built("bbbbbbbb");
  for (const _ of ["first", "repeated"]) {
    assert.deepEqual(await keepEarlierBuilds(origin, again, KEEP_MS, 2 * DAY), ["aaaaaaaa"]);
    assert.equal((await listOf(again))[0]?.replacedAt, null);
    assert.equal((await readFile(join(again, "_headers"), "utf8")).split("/assets/aaaaaaaa/").length, 2);
  }
});

test("REC26 SUB27 a deployment that cannot read what is live stops, and takes no path for a file", async () => {
  const dist = await built("eeeeeeee");
  const good = live;
  live = "down";
  await assert.rejects(keepEarlierBuilds(origin, dist, KEEP_MS, 0), /answered 503/);
  live = await built("ffffffff");
  for (const build of [
    { folder: "../../etc", files: ["app.js"], replacedAt: null },
    { folder: "ffffffff", files: ["../../../etc/passwd"], replacedAt: null },
    { folder: "ffffffff", files: ["gone.js"], replacedAt: null },
  ]) {
    await writeFile(join(live, LIST), JSON.stringify([build]));
    await assert.rejects(keepEarlierBuilds(origin, dist, KEEP_MS, 0), /no file of a build|answered 404/);
  }
  live = good;
});
