// The page on accounts.google.com that grants or denies an app access.
import type { Answer, Call } from "../double-http.ts";
import type { OAuth } from "./oauth.ts";

const PATH = "/o/oauth2/v2/auth";
const DRIVE = /auth\/drive(\.|$)/;
const WORDS: Record<string, string> = {
  "https://www.googleapis.com/auth/drive": "See, edit, create, and delete all of your Google Drive files",
  "https://www.googleapis.com/auth/drive.file":
    "See, edit, create, and delete only the specific Google Drive files you use with this app",
};

const escaped = (words: string) => words.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (title: string, body: string, status: number): Answer => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8", "x-frame-options": "DENY" },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`,
});

const blocked = (code: number, error: string, why: string): Answer =>
  page(
    "Error",
    `<h1>Access blocked: Authorization Error</h1><p>${escaped(why)}</p><p>Error ${code}: ${error}</p>`,
    400,
  );

/** Serves the page and its form's `POST`. */
export function answerConsent(oauth: OAuth, redirectUris: string[], call: Call): Answer {
  const asked = call.query;
  const redirectUri = asked.get("redirect_uri") ?? "";
  const wrong = fault(oauth, redirectUris, asked);
  if (wrong) return wrong;
  if (call.method !== "POST") return consentPage(oauth, asked);

  const form = new URLSearchParams(call.body.toString());
  const back = new URL(redirectUri);
  const state = asked.get("state");
  if (state !== null) back.searchParams.set("state", state);
  const account = oauth.accounts.find(({ email }) => email === form.get("account"));
  if (form.get("answer") !== "allow" || !account) {
    back.searchParams.set("error", "access_denied");
  } else {
    const scopes = (asked.get("scope") ?? "")
      .split(" ")
      .filter((scope) => !DRIVE.test(scope) || form.has("drive"));
    const offline = asked.get("access_type") === "offline";
    const code = oauth.newCode({
      account,
      scopes,
      redirectUri,
      challenge: asked.get("code_challenge") ?? undefined,
      offline: offline && (words(asked, "prompt").includes("consent") || !oauth.granted(account)),
    });
    back.searchParams.set("code", code);
    back.searchParams.set("scope", scopes.join(" "));
    back.searchParams.set("authuser", "0");
    back.searchParams.set("prompt", "consent");
  }
  return { status: 302, headers: { location: back.href } };
}

const words = (asked: URLSearchParams, name: string) => (asked.get(name) ?? "").split(" ").filter(Boolean);

function fault(oauth: OAuth, redirectUris: string[], asked: URLSearchParams): Answer | undefined {
  const missing = ["client_id", "redirect_uri", "response_type", "scope"].find((name) => !asked.get(name));
  if (missing) return blocked(400, "invalid_request", `Missing required parameter: ${missing}`);
  if (asked.get("client_id") !== oauth.client.id)
    return blocked(401, "invalid_client", "The OAuth client was not found.");
  if (!redirectUris.includes(asked.get("redirect_uri") ?? ""))
    return blocked(
      400,
      "redirect_uri_mismatch",
      `You can't sign in because this app sent an invalid request. redirect_uri: ${asked.get("redirect_uri")}`,
    );
  if (asked.get("response_type") !== "code")
    return blocked(400, "unsupported_response_type", `Invalid response_type: ${asked.get("response_type")}`);
  const strange = words(asked, "scope").find(
    (scope) => !/^(openid|email|profile|https:\/\/www\.googleapis\.com\/auth\/\S+)$/.test(scope),
  );
  if (strange) return blocked(400, "invalid_scope", `Some requested scopes were invalid: ${strange}`);
  const challenge = asked.get("code_challenge");
  const method = asked.get("code_challenge_method");
  if (challenge === null ? method !== null : method !== "S256" || !/^[\w-]{43}$/.test(challenge))
    return blocked(
      400,
      "invalid_request",
      "Invalid parameter value for code_challenge_method or code_challenge",
    );
  if (!["online", "offline", null].includes(asked.get("access_type")))
    return blocked(400, "invalid_request", "Invalid parameter value for access_type");
  if (words(asked, "prompt").some((word) => !["none", "consent", "select_account"].includes(word)))
    return blocked(400, "invalid_request", "Invalid parameter value for prompt");
  return undefined;
}

function consentPage(oauth: OAuth, asked: URLSearchParams): Answer {
  const hint = asked.get("login_hint");
  const options = oauth.accounts
    .map(({ email }) => `<option${email === hint ? " selected" : ""}>${escaped(email)}</option>`)
    .join("");
  const scopes = words(asked, "scope").map((scope) =>
    DRIVE.test(scope)
      ? `<li><label><input type="checkbox" name="drive" checked> ${WORDS[scope] ?? escaped(scope)}</label></li>`
      : `<li>${escaped(scope)}</li>`,
  );
  return page(
    "Sign in - Google Accounts",
    `<h1>This app wants access to your Google Account</h1>
<form method="post" action="${PATH}?${escaped(asked.toString())}">
<p><label>Account <select name="account">${options}</select></label></p>
<ul>${scopes.join("")}</ul>
<button name="answer" value="cancel">Cancel</button>
<button name="answer" value="allow">Allow</button>
</form>`,
    200,
  );
}
