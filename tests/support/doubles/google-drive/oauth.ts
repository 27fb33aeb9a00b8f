// Google's OAuth 2: grants, codes, tokens, and the answers of the token endpoint.
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, verify } from "node:crypto";
import { json, type Answer, type Call } from "../double-http.ts";
import type { Account, Credential } from "./store.ts";

const HOUR = 3600;
const CODE_LIVES_S = 600;
const WEEK_S = 604_799;
const TOKEN_URI = "https://oauth2.googleapis.com/token";
const now = () => Math.floor(Date.now() / 1000);
const token = (prefix: string) => `${prefix}${randomBytes(48).toString("base64url")}`;

type Grant = { account: Account; scopes: string[]; testing: boolean; refresh: string; since: number };
type Code = {
  account: Account;
  scopes: string[];
  redirectUri: string;
  challenge: string | undefined;
  offline: boolean;
  expires: number;
  used: boolean;
};

export type OAuth = ReturnType<typeof createOAuth>;

const refused = (error: string, description: string, status = 400): Answer =>
  json({ error, error_description: description }, status);

export function createOAuth(accounts: Account[]) {
  const client = {
    id: "407408718192-double.apps.googleusercontent.com",
    secret: "GOCSPX-a-secret-that-only-tests-use",
  };
  const service = serviceAccount();
  const grants = new Map<string, Grant>();
  const codes = new Map<string, Code>();
  const access = new Map<string, Credential & { expires: number; refresh: string | undefined }>();
  const state = { testing: false };

  const issue = (
    credential: Credential,
    refresh: string | undefined,
    more: Record<string, unknown>,
  ): Answer => {
    const value = token("ya29.");
    access.set(value, { ...credential, expires: now() + HOUR, refresh });
    const scope = credential.scopes.join(" ");
    return json({ access_token: value, expires_in: HOUR - 1, ...more, scope, token_type: "Bearer" });
  };

  const grant = (account: Account, scopes: string[], testing = state.testing): Grant => {
    const given = { account, scopes, testing, refresh: token("1//0"), since: now() };
    grants.set(given.refresh, given);
    return given;
  };

  const ends = ({ testing, since }: Grant) =>
    testing ? { refresh_token_expires_in: WEEK_S - (now() - since) } : {};

  const exchange = (form: URLSearchParams): Answer => {
    const code = codes.get(form.get("code") ?? "");
    if (!code) return refused("invalid_grant", "Malformed auth code.");
    if (code.used || code.expires < now()) return refused("invalid_grant", "Bad Request");
    if (form.get("redirect_uri") !== code.redirectUri) return refused("redirect_uri_mismatch", "Bad Request");
    const verifier = form.get("code_verifier");
    if (code.challenge !== undefined) {
      if (!verifier) return refused("invalid_grant", "Missing code verifier.");
      if (createHash("sha256").update(verifier).digest("base64url") !== code.challenge)
        return refused("invalid_grant", "Invalid code verifier.");
    }
    code.used = true;
    const credential = { account: code.account, app: client.id, scopes: code.scopes };
    if (!code.offline) return issue(credential, undefined, {});
    const given = grant(code.account, code.scopes);
    return issue(credential, given.refresh, { refresh_token: given.refresh, ...ends(given) });
  };

  const refresh = (form: URLSearchParams): Answer => {
    const held = grants.get(form.get("refresh_token") ?? "");
    if (!held || (held.testing && now() - held.since > WEEK_S))
      return refused("invalid_grant", "Token has been expired or revoked.");
    const { account, scopes } = held;
    return issue({ account, app: client.id, scopes }, held.refresh, ends(held));
  };

  const assertion = (form: URLSearchParams): Answer => {
    const [head, body, signature] = (form.get("assertion") ?? "").split(".");
    if (!head || !body || !signature) return refused("invalid_grant", "Invalid JWT: malformed.");
    const read = (part: string) =>
      JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
    const [header, claims] = [read(head), read(body)];
    if (claims.iss !== service.email) return refused("invalid_grant", "Invalid grant: account not found");
    const signed = verify(
      "RSA-SHA256",
      Buffer.from(`${head}.${body}`),
      service.publicKey,
      Buffer.from(signature, "base64url"),
    );
    if (header.alg !== "RS256" || !signed) return refused("invalid_grant", "Invalid JWT Signature.");
    const { iat, exp, aud, scope, sub } = claims;
    const short = typeof iat === "number" && typeof exp === "number" && exp - iat <= HOUR && exp > now();
    if (!short || iat > now() + 300)
      return refused(
        "invalid_grant",
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.",
      );
    if (aud !== TOKEN_URI && !service.audiences.includes(String(aud)))
      return refused(
        "invalid_grant",
        "Invalid JWT: Failed audience check. The right audience is https://oauth2.googleapis.com/token",
      );
    if (typeof scope !== "string" || scope === "")
      return refused("invalid_scope", "Empty or missing scope not allowed.");
    if (sub !== undefined && sub !== service.email)
      return refused(
        "unauthorized_client",
        "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.",
        401,
      );
    return issue(
      { account: service.account, app: service.clientId, scopes: scope.split(" ") },
      undefined,
      {},
    );
  };

  const authenticate = (call: Call, form: URLSearchParams): Answer | undefined => {
    const basic = /^Basic (.+)$/.exec(call.headers.authorization ?? "")?.[1];
    const [id, secret] = basic
      ? Buffer.from(basic, "base64").toString().split(":").map(decodeURIComponent)
      : [form.get("client_id"), form.get("client_secret")];
    if (!id) return refused("invalid_request", "Could not determine client ID from request.");
    if (id !== client.id) return refused("invalid_client", "The OAuth client was not found.", 401);
    if (!secret) return refused("invalid_request", "client_secret is missing.");
    if (secret !== client.secret)
      return refused("invalid_client", "The provided client secret is invalid.", 401);
    return undefined;
  };

  const end = (matches: (held: Grant) => boolean): void => {
    for (const held of [...grants.values()].filter(matches)) {
      grants.delete(held.refresh);
      for (const [value, { refresh: from }] of access) if (from === held.refresh) access.delete(value);
    }
  };

  return {
    client,
    service,
    state,
    grant,
    end,
    accounts,
    granted: (account: Account) => [...grants.values()].some((held) => held.account === account),
    newCode: (given: Omit<Code, "expires" | "used">): string => {
      const code = token("4/0A");
      codes.set(code, { ...given, expires: now() + CODE_LIVES_S, used: false });
      return code;
    },
    expireCodes: (): void => {
      for (const code of codes.values()) code.expires = 0;
    },
    expireAccess: (): void => access.clear(),

    /** Resolves the credential of a Drive API request. */
    credentialOf: (call: Call): Credential | "missing" | "invalid" => {
      const value = /^Bearer (.+)$/.exec(call.headers.authorization ?? "")?.[1];
      if (value === undefined) return "missing";
      const held = access.get(value);
      return held && held.expires > now() ? held : "invalid";
    },

    answerToken: (call: Call): Answer => {
      const form = new URLSearchParams(call.body.toString());
      const type = form.get("grant_type");
      if (type === "urn:ietf:params:oauth:grant-type:jwt-bearer") return assertion(form);
      const refusal = authenticate(call, form);
      if (refusal) return refusal;
      if (type === "authorization_code") return exchange(form);
      if (type === "refresh_token") return refresh(form);
      return refused("unsupported_grant_type", `Invalid grant_type: ${type}`);
    },

    answerRevoke: (call: Call): Answer => {
      const value = new URLSearchParams(call.body.toString()).get("token") ?? call.query.get("token") ?? "";
      const held = access.get(value);
      const from = held ? held.refresh : value;
      if (!held && !grants.has(value)) return refused("invalid_token", "Token expired or revoked");
      access.delete(value);
      end(({ refresh: one }) => one === from);
      return json({});
    },
  };
}

let serviceKey: string | undefined;

/** The service account's private key, as PEM: one for all doubles of a process, because making it takes long. */
function privateKeyPem(): string {
  serviceKey ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  }) as string;
  return serviceKey;
}

function serviceAccount() {
  const pem = privateKeyPem();
  const email = "drive@sayso-double.iam.gserviceaccount.com";
  const clientId = "112233445566778899001";
  const key = {
    type: "service_account",
    project_id: "sayso-double",
    private_key_id: createHash("sha1").update(pem).digest("hex"),
    private_key: pem,
    client_email: email,
    client_id: clientId,
    auth_uri: "https://accounts.google.com/o/oauth2/auth",
    token_uri: TOKEN_URI,
    auth_provider_x509_cert_url: "https://www.googleapis.com/oauth2/v1/certs",
    client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(email)}`,
    universe_domain: "googleapis.com",
  };
  const account: Account = { email, name: "drive", quota: { limit: 0, usage: 0 } };
  const audiences: string[] = [];
  return { email, clientId, account, audiences, key, publicKey: createPublicKey(pem) };
}
