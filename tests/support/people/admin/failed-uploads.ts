// Permanently failed deliveries.
import { addClient, type ClientRow } from "../owner/clients.ts";
import { plantSubmission, submission, type Planted } from "../../runtime/jobs.ts";
import { until, type Sayso } from "../../runtime/worker.ts";

/** A name that no other test uses. */
export const uniqueName = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

/** A permanently failed delivery: the product cannot deliver to the kind of its drive link. */
export async function addPermanentFailure(
  sayso: Sayso,
  name = uniqueName("Far Drive"),
): Promise<{ client: ClientRow; planted: Planted }> {
  const client = await addClient(sayso, { company_name: name, drive_link: "https://drive.example/gone" });
  const planted = await plantSubmission(sayso, client);
  await sayso.change("UPDATE job_queue SET due_at = 0 WHERE id = ?", planted.jobId);
  await sayso.deliver(planted.jobId);
  await until(
    "failed",
    async () => (await submission(sayso, planted.submissionId))?.status === "drive_upload_failed",
  );
  return { client, planted };
}

/** The client's drive works again. */
export const repairDrive = (sayso: Sayso, { id }: ClientRow) =>
  sayso.change("UPDATE clients SET drive_link = '/drive/folder/' || id WHERE id = ?", id);
