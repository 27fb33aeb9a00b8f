// Creates the database of `cargo xtask start` in a folder, and with `--demo` fills it and the bucket. Wrangler's own
// commands start a runtime per migration and file, which takes half a minute.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { migrate, withBindings } from "./local-state.ts";

const { values } = parseArgs({
  options: { state: { type: "string" }, demo: { type: "boolean" } },
});

const BAKERY = "c0000000-0000-4000-8000-000000000001";
const FILMS = "tests/support/films/customers";
/** Customers of the demo's videos, by the second character of their ids. */
const CUSTOMERS: Record<string, string> = { 1: "maya", 2: "tom", 3: "grace" };

type Submission = {
  id: string;
  drive_path: string;
  size_bytes: number;
  public_copy: string | null;
  poster: string | null;
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
      "SELECT id, drive_path, size_bytes, public_copy, poster FROM submissions WHERE id LIKE 'd_00000-0000-4000-8000-000000000000'",
    ).all();
    for (const { id, drive_path, size_bytes, public_copy, poster } of results as Submission[]) {
      const film = `${FILMS}/${CUSTOMERS[id.charAt(1)]}`;
      const bytes = await readFile(`${film}.mp4`);
      if (bytes.length !== size_bytes)
        throw new Error(`${film}.mp4 has ${bytes.length} bytes, not as in seed.sql: start with --fresh`);
      await DB.prepare("UPDATE submissions SET sha256 = ? WHERE id = ?")
        .bind(createHash("sha256").update(bytes).digest("hex"), id)
        .run();
      await put(`drive/${BAKERY}/${drive_path}`, `${film}.mp4`, "video/mp4");
      if (public_copy) await put(`public/${public_copy}`, `${film}.mp4`, "video/mp4");
      if (!poster) continue;
      await put(`posters/${poster}/still.jpg`, `${film}.jpg`, "image/jpeg");
      await put(`posters/${poster}/card.jpg`, `${film}-card.jpg`, "image/jpeg");
    }
  });
}
