// Creates the database of `cargo xtask start` in a folder, and with `--demo` fills it and the bucket. Wrangler's own
// commands start a runtime per migration and file, which takes half a minute.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { migrate, withBindings } from "./local-state.ts";

const { values } = parseArgs({
  options: { state: { type: "string" }, demo: { type: "boolean" } },
});

const BAKERY = "c0000000-0000-4000-8000-000000000001";
/** Fixtures for the demo's videos, by the second character of their ids. */
const VIDEOS: Record<string, [file: string, type: string]> = {
  1: ["tests/fixtures/cr_avc1_opus_frag.mp4", "video/mp4"],
  2: ["tests/fixtures/wk_frag.mp4", "video/mp4"],
  3: ["tests/fixtures/ff_firefox.webm", "video/webm"],
};

if (!values.state) throw new Error("missing --state <folder>");
if (values.demo) await fill(values.state);
else await migrate(values.state);

async function fill(state: string): Promise<void> {
  const seed = splitSql(await readFile("tests/support/runtime/seed.sql", "utf8"));
  await withBindings(state, async ({ DB, MEDIA }) => {
    await DB.batch(seed.map((sql) => DB.prepare(sql)));
    const put = async (key: string, file: string, contentType: string) =>
      MEDIA.put(key, await readFile(file), { httpMetadata: { contentType } });
    await put(`assets/${BAKERY}/logo.png`, "tests/support/films/logo.png", "image/png");
    // The paths of the demo's videos depend on the date.
    const { results } = await DB.prepare(
      "SELECT id, drive_path FROM submissions WHERE id LIKE 'd_00000-0000-4000-8000-000000000000'",
    ).all();
    for (const { id, drive_path } of results as { id: string; drive_path: string }[]) {
      const video = VIDEOS[id.charAt(1)];
      if (!video) throw new Error(`no video for ${id}`);
      await put(`drive/${BAKERY}/${drive_path}`, ...video);
    }
  });
}
