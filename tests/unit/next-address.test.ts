// Redirects after login: only ever to a path of our own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextPath } from "#auth/login/next-path.ts";

test("continues to a path of our own, with its query and without a fragment (INV45)", () => {
  for (const own of [
    "/",
    "/clients/dashboard",
    "/clients/dashboard?clientId=a-b&slug=corner-shop",
    "/clients/submissions?q=Ann%20%2F%2Fevil.example",
    "/client/%2F%2Fevil.example",
  ]) {
    assert.equal(nextPath(own), own);
  }
  assert.equal(nextPath("/clients/sharing#type=recovery&token=a"), "/clients/sharing");
});

test("never continues to another host or scheme, however it is spelt (INV45)", () => {
  for (const foreign of [
    null,
    "",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https://evil.example/clients/dashboard",
    "https:/clients/dashboard",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,evil",
    "evil.example",
    "clients/dashboard",
    " //evil.example",
    "\t//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\\evil.example",
    "/\t\\evil.example",
    "/.//evil.example",
    "/./\\evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/%2E%2e//evil.example",
    "/clients/..//evil.example",
    "/clients/%2e%2e//evil.example",
    "/clients/.././/evil.example",
    "//user:password@evil.example",
    "//[evil",
    "/%09/../..//evil.example",
  ]) {
    assert.equal(nextPath(foreign), null, JSON.stringify(foreign));
  }
});

test("INV45 a call of the server is no page to go to, however it is spelt", () => {
  for (const call of [
    "/api",
    "/api/auth/session",
    "/api?x=1",
    "/API/client/a",
    "/%61pi/client/a/submissions/b/video?download",
    "/clients/../api/auth/sessions",
    "/functions/v1/replace-asset",
    "/%66unctions/v1/replace-asset",
    "/./functions",
  ]) {
    assert.equal(nextPath(call), null, call);
  }
  for (const page of ["/apis", "/client/api", "/functional", "/%zz/api"]) assert.equal(nextPath(page), page);
});

test("every target resolves to our own origin (INV45)", () => {
  const pieces = [
    "/",
    "\\",
    ".",
    "..",
    "%2f",
    "%5c",
    "%2e",
    "\t",
    "\n",
    "evil.example",
    "@",
    ":",
    "?",
    "#",
    " ",
  ];
  let seed = 7;
  const pick = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return pieces[seed % pieces.length] ?? "";
  };
  for (let round = 0; round < 20_000; round += 1) {
    const next = `/${pick()}${pick()}${pick()}${pick()}${pick()}`;
    const address = nextPath(next);
    if (address === null) continue;
    assert.equal(new URL(address, "https://sayso.test").origin, "https://sayso.test", JSON.stringify(next));
    assert.ok(!/^\/[/\\]/.test(address), JSON.stringify([next, address]));
  }
});
