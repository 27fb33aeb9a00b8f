import * as admin from "#api/generated/calls/admin.ts";
import type { ClientCreated } from "#api/generated/admin.ts";
import { ApiError } from "#api/http.ts";

import { camelCase, type ClientForm } from "./client-form.ts";

export type Files = { logoFile: File | null; qrFile: File | null };

/**
 * Creates a client, optionally from a set-up's id. Throws {@link ApiError}, also for a 2xx response that is no success.
 */
export async function createClient(
  form: ClientForm,
  files: Files,
  setupId: string | undefined,
): Promise<ClientCreated> {
  const data = new FormData();
  if (setupId !== undefined) data.set("onboardingRequestId", setupId);
  for (const [name, value] of Object.entries(form)) {
    if (name !== "next_reset_date" || value !== "") data.set(camelCase(name), value.trim());
  }
  for (const [name, file] of Object.entries(files)) if (file) data.set(name, file);
  const created = await admin.createClient(data);
  if (!created.success) throw new ApiError(200, "unknown", "The server did not create the client.");
  return created;
}
