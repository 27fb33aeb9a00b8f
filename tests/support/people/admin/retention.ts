// Old videos, and the schedule that deletes them.
import assert from "node:assert/strict";
import type { ClientRow } from "../owner/clients.ts";
import { addSubmission } from "../customer/submissions.ts";
import type { Sayso } from "../../runtime/worker.ts";

export const DAY_MS = 24 * 60 * 60_000;

export const retentionOf = (sayso: () => Sayso) => ({
  /** A delivered video in the built-in folder; returns its submission's id. */
  delivered: (client: ClientRow, at: string, overrides: Parameters<typeof addSubmission>[2] = {}) =>
    addSubmission(sayso(), client, { created_at: Date.parse(at), withVideo: true, ...overrides }),

  /** Rows of so many delivered videos, without files. */
  manyDelivered: (client: ClientRow, count: number, at: string) =>
    sayso().change(
      `INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email, drive_path, drive,
                                container, size_bytes, duration_ms, status, created_at, delivered_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT ?1 || '-' || i, ?1, i, ?1 || '-' || i, 'Ann Example', 'ann@example.com', 'there/' || i || '.mp4', 'built-in',
              'mp4', 1000, 3000, 'processed', ?3, ?3 FROM n`,
      client.id,
      count,
      Date.parse(at),
    ),

  /** A run of the schedule, which has to succeed. */
  runAt: async (at: string | number) => {
    await sayso().schedule(new Date(at));
    const run = await sayso().row("SELECT ok, result FROM schedule_runs WHERE name = 'sweep'");
    assert.equal(run?.ok, 1, run?.result);
  },

  /** The files of the client's folder. */
  folder: (client: ClientRow) => sayso().keys(`drive/${client.id}/`),

  stored: (id: string) => sayso().row("SELECT * FROM submissions WHERE id = ?", id),

  /** Subjects of the client's emails about deletions, oldest first. */
  notices: async (client: ClientRow) => {
    const rows = await sayso().rows(
      "SELECT subject_id FROM emails WHERE template = 'videos_expiring' AND recipient = ? ORDER BY created_at",
      client.email,
    );
    return rows.map((row) => String(row.subject_id).split("/")[1]);
  },
});
