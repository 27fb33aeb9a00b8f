// Reads a client's credits and their ledger.
import assert from "node:assert/strict";
import type { CreditPage } from "#api/generated/billing.ts";
import { addClient, form, goodFields, submit, type ClientRow, video } from "./clients.ts";
import { addUser, call, signIn } from "./users.ts";
import type { Sayso } from "../../runtime/worker.ts";

/** The calls and looks that tests of credits have in common. */
export function creditCalls(sayso: () => Sayso) {
  /** The session of the client's owner. */
  const ownerOf = async (client: ClientRow) =>
    signIn(sayso(), await addUser(sayso(), { clientId: client.id }));

  /** Sends a video; returns the status. */
  const send = async (client: ClientRow) =>
    (await submit(sayso(), form(goodFields(client.id), await video()))).status;

  const stored = async (client: ClientRow) => {
    const row = await sayso().row(
      "SELECT credits_remaining AS credits, next_reset_date AS next, last_reset_date AS last FROM clients WHERE id = ?",
      client.id,
    );
    return row as { credits: number; next: string | null; last: string | null };
  };

  /** A page of the changes, as the portal requests it. */
  const changes = async (client: ClientRow, cookie: string, query = "") => {
    const answer = await call(sayso(), "GET", `/api/client/${client.id}/credits${query}`, { cookie });
    return { status: answer.status, page: (await answer.json()) as CreditPage };
  };

  /** Reason and amount of every change, oldest first, after checking that they add up to the remaining credits. */
  const ledger = async (client: ClientRow): Promise<[string, number][]> => {
    const rows = await sayso().rows(
      "SELECT seq, reason, amount, balance FROM credit_ledger WHERE client_id = ? ORDER BY seq",
      client.id,
    );
    let sum = 0;
    for (const [index, row] of rows.entries()) {
      sum += row.amount;
      assert.deepEqual([row.seq, row.balance], [index + 1, sum]);
    }
    assert.equal((await stored(client)).credits, sum);
    return rows.map((row) => [row.reason, row.amount]);
  };

  /** A run of the hourly schedule. */
  const renew = (at: string) => sayso().schedule(new Date(at), "7 * * * *");

  /** A client whose next month begins on this day. */
  const dueOn = async (date: string, overrides: Partial<ClientRow> = {}) => {
    const client = await addClient(sayso(), overrides);
    await sayso().change(
      "UPDATE clients SET next_reset_date = ?1, reset_day = CAST(substr(?1, 9) AS INTEGER) WHERE id = ?2",
      date,
      client.id,
    );
    return client;
  };

  return { ownerOf, send, stored, changes, ledger, renew, dueOn };
}
