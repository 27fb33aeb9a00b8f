// Screens behind a login, opened with a session.
import type { TestContext } from "node:test";
import { addClient, type ClientRow } from "../people/owner/clients.ts";
import { addUser, signIn } from "../people/owner/users.ts";
import type { Sayso } from "../runtime/worker.ts";
import { openPage } from "./page.ts";

/** Opens a screen of the portal as the owner of a business of this test's own. */
export async function openAsOwner(
  t: TestContext,
  sayso: Sayso,
  address: string,
  overrides: Partial<ClientRow> = {},
) {
  const client = await addClient(sayso, overrides);
  const user = await addUser(sayso, { clientId: client.id });
  const page = await openPage(t, sayso, address, { cookie: await signIn(sayso, user) });
  return { page, client, user };
}
