// The client that a portal URL refers to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { requestedClient, withScope } from "#areas/client/client-scope.ts";

const which = (slug: string | undefined, search: string) =>
  requestedClient(slug, new URLSearchParams(search)).toString();

test("CLI06 RTE07 the path's slug, clientId and slug name a client; nothing means one's own", () => {
  assert.equal(which("corner-shop", ""), "slug=corner-shop");
  assert.equal(which("corner-shop", "clientId=x"), "slug=corner-shop");
  assert.equal(which(undefined, "clientId=x&slug=y&other=z"), "clientId=x&slug=y");
  assert.equal(which(undefined, "clientId=&q=ann"), "");
});

test("CLI04 links stay with the client that is looked at", () => {
  assert.equal(
    withScope("/clients/submissions", "clientId=x", { id: "7" }),
    "/clients/submissions?clientId=x&id=7",
  );
  assert.equal(withScope("/clients/sharing", ""), "/clients/sharing");
});
