// Finds a delivered video in the business's folder.
import { tempFile } from "../../films/pictures.ts";
import { until, type Sayso } from "../../runtime/worker.ts";

/** The one submission of a client once it is delivered: its row, its file on disk, and the file's size. */
export async function deliveredVideo(sayso: Sayso, client: { id: string }) {
  const row = await until("delivered", () =>
    sayso.row("SELECT * FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
  );
  const [key, ...others] = await sayso.keys(`drive/${client.id}/`);
  if (key === undefined || others.length > 0) throw new Error(`${others.length + 1} files instead of one`);
  const object = await sayso.media.get(key);
  return { row, file: await tempFile(await object.arrayBuffer()), size: object.size as number };
}
