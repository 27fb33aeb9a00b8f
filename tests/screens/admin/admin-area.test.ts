// Access to the admin area.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { isAt } from "../../support/screens/look.ts";
import { clearAttempts } from "../../support/screens/login.ts";
import { openPage } from "../../support/screens/page.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const SCREENS = [
  "",
  "/setups",
  "/sign-ups",
  "/affiliates",
  "/forwarding",
  "/operations",
  "/emails",
  "/audit",
  "/settings",
  "/security",
];

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("tells who is no admin so, and shows nothing of the admin area (AUT20 AUT21 AUT30 RTE03)", async (t) => {
  await clearAttempts(sayso);
  const client = await addClient(sayso, { company_name: uniqueName("Secret Shop") });
  const stranger = await openPage(t, sayso, "/clients/admin/login");
  for (const path of SCREENS) {
    await stranger.goto(`/clients/admin${path}`);
    await stranger.toast("Access denied", "You don't have admin privileges.");
    await isAt(stranger, /^\/clients\/admin\/login\?next=/);
  }
  for (const [area, user] of [
    ["client", await addUser(sayso, { clientId: client.id })],
    ["affiliate", await addUser(sayso, { roles: ["affiliate"] })],
  ] as const) {
    const page = await openPage(t, sayso, "/", { cookie: await signIn(sayso, user, area) });
    for (const path of SCREENS) {
      await page.goto(`/clients/admin${path}`);
      await page.toast("Access denied", "You don't have admin privileges.");
      await page.find("heading", "Admin login", { level: 1 });
      assert.ok(!page.text().includes(client.company_name));
    }
  }
});
