// The Google double's consent page and tokens, proven by Google's own OAuth client for Node.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { drive as driveOf } from "@googleapis/drive";
import { oauthClient, refusal } from "../../support/doubles/google-drive/node-client.ts";
import { FILE_SCOPE as SCOPE } from "../../support/doubles/google-drive/store.ts";
import {
  startGoogleDrive,
  type Account,
  type GoogleDrive,
} from "../../support/doubles/google-drive/google-drive.ts";

const BACK = "https://sayso.test/api/drive/google/callback";

describe("Google's OAuth client", () => {
  let google: GoogleDrive;
  let ann: Account;
  let bob: Account;

  before(async () => {
    google = await startGoogleDrive();
    google.interceptFetch();
    [ann, bob] = google.accounts;
    google.redirectUris.push(BACK);
  });
  after(() => google.close());
  beforeEach(() => {
    google.clearFaults();
    google.requests.length = 0;
  });

  it("asks for consent, trades the code with its PKCE verifier, refreshes by itself, and revokes", async () => {
    const client = oauthClient(google, BACK);
    const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
    const url = client.generateAuthUrl({
      access_type: "offline",
      prompt: "consent",
      scope: SCOPE,
      state: "a state",
      code_challenge: codeChallenge ?? "",
      code_challenge_method: "S256" as never,
    });
    const back = await consent(url, { answer: "allow", account: ann.email, drive: "on" });
    assert.equal(back.get("state"), "a state");
    assert.equal(back.get("scope"), SCOPE);
    const code = back.get("code") ?? "";
    assert.deepEqual(await refusal(client.getToken({ code, codeVerifier: "x".repeat(43) })), {
      status: 400,
      reason: "invalid_grant",
    });
    const { tokens } = await client.getToken({ code, codeVerifier });
    assert.match(tokens.refresh_token ?? "", /^1\/\/0/);
    assert.equal(tokens.scope, SCOPE);
    assert.deepEqual(await refusal(client.getToken({ code, codeVerifier })), {
      status: 400,
      reason: "invalid_grant",
    });

    client.setCredentials(tokens);
    const drive = driveOf({ version: "v3", auth: client });
    google.expireAccessTokens();
    const { data } = await drive.about.get({ fields: "user,storageQuota" });
    assert.equal(data.user?.emailAddress, ann.email);
    assert.equal(data.storageQuota?.limit, String(ann.quota.limit));
    assert.deepEqual(
      google.requests.slice(-3).map(({ path, status }) => [path, status]),
      [
        ["/drive/v3/about", 401],
        ["/token", 200],
        ["/drive/v3/about", 200],
      ],
    );

    await client.revokeToken(tokens.refresh_token ?? "");
    google.expireAccessTokens();
    assert.deepEqual(await refusal(drive.about.get({ fields: "user" })), {
      status: 400,
      reason: "invalid_grant",
    });
  });

  it("is shown why where it asks for consent in a wrong way", async () => {
    const asked = { client_id: google.client.id, redirect_uri: BACK, response_type: "code", scope: SCOPE };
    const wrong: [Record<string, string>, RegExp][] = [
      [{ client_id: "another" }, /Error 401: invalid_client/],
      [{ redirect_uri: `${BACK}/` }, /Error 400: redirect_uri_mismatch/],
      [{ response_type: "token" }, /Error 400: unsupported_response_type/],
      [{ scope: "everything" }, /Error 400: invalid_scope/],
      [{ scope: "" }, /Missing required parameter: scope/],
      [{ code_challenge: "x".repeat(43), code_challenge_method: "plain" }, /Error 400: invalid_request/],
      [{ access_type: "always" }, /access_type/],
      [{ prompt: "never" }, /prompt/],
    ];
    for (const [more, why] of wrong) {
      const query = new URLSearchParams({ ...asked, ...more });
      const answer = await fetch(`https://accounts.google.com/o/oauth2/v2/auth?${query}`);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), why);
    }
  });

  it("is told of a refusal, of a consent without Drive, of a consent screen in Testing, and of a wrong secret", async () => {
    const url = oauthClient(google, BACK).generateAuthUrl({ scope: `openid ${SCOPE}`, state: "s" });
    const cancelled = await consent(url, { answer: "cancel", account: ann.email });
    assert.deepEqual(
      [...cancelled],
      [
        ["state", "s"],
        ["error", "access_denied"],
      ],
    );

    const without = await consent(url, { answer: "allow", account: bob.email });
    assert.equal(without.get("scope"), "openid");
    google.setTesting(true);
    const client = oauthClient(google, BACK);
    const { tokens } = await client.getToken(without.get("code") ?? "");
    google.setTesting(false);
    assert.equal(tokens.refresh_token, undefined, "nothing was asked offline");
    client.setCredentials(tokens);
    const drive = driveOf({ version: "v3", auth: client });
    assert.deepEqual(await refusal(drive.files.generateIds({ count: 1 })), {
      status: 403,
      reason: "insufficientPermissions",
    });

    const tested = oauthClient(google, BACK);
    tested.setCredentials({ refresh_token: google.grant(bob, { testing: true }) });
    const { credentials } = await tested.refreshAccessToken();
    const left = (credentials as Record<string, unknown>).refresh_token_expires_in;
    assert.ok(typeof left === "number" && left > 604_700 && left < 604_800);

    const wrong = oauthClient(google, BACK, "another");
    assert.deepEqual(await refusal(wrong.getToken("4/0A")), { status: 401, reason: "invalid_client" });
  });
});

/** Fills in the consent page; returns the parameters of its redirect. */
async function consent(url: string, choice: Record<string, string>): Promise<URLSearchParams> {
  const page = await (await fetch(url)).text();
  const action = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll("&#38;", "&") ?? "";
  const body = new URLSearchParams(choice);
  const answer = await fetch(new URL(action, url), { method: "POST", body, redirect: "manual" });
  const location = answer.headers.get("location") ?? "";
  assert.ok(location.startsWith(BACK), page);
  return new URL(location).searchParams;
}
