// Sends a testimonial as a customer does.
import { form, goodFields, submit, video, type ClientRow } from "../owner/clients.ts";
import { until, type Sayso } from "../../runtime/worker.ts";

/** Sends a real video as a customer does and waits until it is in the folder; returns the submission's id. */
export async function sendVideo(
  sayso: Sayso,
  client: ClientRow,
  { name = "Ann Example", email = "ann@example.com", film = undefined as Uint8Array | undefined } = {},
): Promise<string> {
  const fields = { ...goodFields(client.id), customerName: name, customerEmail: email };
  const { status, reply } = await submit(sayso, form(fields, film ?? (await video())));
  if (status !== 200) throw new Error(`not accepted: ${status} ${reply.error}`);
  const { id } = await until("delivered", () =>
    sayso.row<{ id: string }>(
      "SELECT id FROM submissions WHERE client_id = ? AND customer_name = ? AND status = 'processed'",
      client.id,
      name,
    ),
  );
  return id;
}
