// Walls of a business.
import type { WallSettings } from "#api/generated/walls.ts";
import type { ClientRow } from "./clients.ts";
import { secretId } from "./publications.ts";
import type { Sayso } from "../../runtime/worker.ts";

/** Settings of a new wall, with changes. */
export const wallSettings = (changes: Partial<WallSettings> = {}): WallSettings => ({
  name: "Front page",
  layout: "grid",
  filling: "all",
  tag: "",
  scheme: "visitor",
  typeface: "ours",
  accent: "#d92d20",
  background: "#fffaf3",
  text: "#1a1510",
  radius: 14,
  items: [],
  ...changes,
});

/** Plants a wall; returns its public id. */
export async function addWall(
  sayso: Sayso,
  client: ClientRow,
  changes: Partial<WallSettings> = {},
): Promise<string> {
  const id = secretId();
  await sayso.change(
    "INSERT INTO walls (id, client_id, settings, created_at) VALUES (?, ?, ?, ?)",
    id,
    client.id,
    JSON.stringify(wallSettings(changes)),
    Date.now(),
  );
  return id;
}
