// A protocol double of Google Drive and Google's OAuth, as far as Sayso uses them. Verified by tests/worker/double/;
// its omissions are listed in docs/decisions/0025-protocol-doubles.md.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerHost } from "../fake-http.ts";
import { freePort } from "../../runtime/free-port.ts";
import { answerConsent } from "./consent.ts";
import { Refusal, REFUSALS } from "./errors.ts";
import { createFaults, faultAnswer, storedBytesOf, type Fault, type FaultMatch } from "./faults.ts";
import { answerFiles, digest, requireScope } from "./files.ts";
import { callOf, json, readBody, send, text, type Answer, type Call } from "../double-http.ts";
import { createOAuth } from "./oauth.ts";
import { createStore, FILE_SCOPE, FOLDER, type Account, type StoredFile } from "./store.ts";
import { createUploads } from "./uploads.ts";

export type { Account } from "./store.ts";
export type { Fault, FaultMatch } from "./faults.ts";

export const GOOGLE_HOSTS = ["accounts.google.com", "oauth2.googleapis.com", "www.googleapis.com"];

/** A logged request, in order of arrival. */
export type Logged = {
  method: string;
  path: string;
  query: string;
  contentRange: string | undefined;
  range: string | undefined;
  /** Bytes of its body that were read so far. */
  bytes: number;
  /** `undefined` while it is running, and if its connection was cut. */
  status: number | undefined;
};

export type DriveFile = {
  id: string;
  name: string;
  folder: boolean;
  parents: string[];
  /** `undefined` in a Shared Drive. */
  owner: string | undefined;
  driveId: string | undefined;
  size: number;
  sha256: string | undefined;
  trashed: boolean;
  appProperties: Record<string, string>;
  /** Direct shares: email and role. */
  sharedWith: string[];
};

export type GoogleDrive = Awaited<ReturnType<typeof startGoogleDrive>>;

const UPLOADS = "/upload/drive/v3/files";
const GIB = 1024 ** 3;

export async function startGoogleDrive() {
  const accounts: [Account, Account] = [
    { email: "ann@example.com", name: "Ann Owner", quota: { limit: 15 * GIB, usage: 0 } },
    { email: "bob@example.com", name: "Bob Other", quota: { limit: 15 * GIB, usage: 0 } },
  ];
  const oauth = createOAuth(accounts);
  const store = createStore([...accounts, oauth.service.account]);
  const uploads = createUploads(store);
  const faults = createFaults();
  const redirectUris: string[] = [];
  const requests: Logged[] = [];

  const answerDrive = (call: Call): Answer => {
    if (uploads.isSession(call)) return uploads.answer(call);
    const credential = oauth.credentialOf(call);
    if (credential === "missing") throw REFUSALS.required();
    if (credential === "invalid") throw REFUSALS.authError();
    requireScope(credential);
    return call.path.startsWith(UPLOADS)
      ? uploads.receive(credential, call)
      : answerFiles(credential, store, call);
  };

  const answer = (call: Call): Answer => {
    const { path, method } = call;
    if (path === "/o/oauth2/v2/auth") return answerConsent(oauth, redirectUris, call);
    if (path === "/token" && method === "POST") return oauth.answerToken(call);
    if (path === "/revoke" && method === "POST") return oauth.answerRevoke(call);
    if (!path.startsWith("/drive/v3/") && !path.startsWith(UPLOADS)) return text("Not Found", 404);
    try {
      return answerDrive(call);
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  };

  /** Carries out a request that meets a fault, as far as the fault lets it. */
  const meet = async (fault: Fault, call: Call, response: ServerResponse): Promise<Answer | undefined> => {
    const stored = storedBytesOf(fault);
    const download = "cut" in fault && call.method === "GET" && stored !== "all";
    const carried = stored === "all" || download ? answer(call) : undefined;
    const progress =
      !carried && uploads.isSession(call) && stored !== "all" ? uploads.storePart(call, stored) : undefined;
    if (download && carried) await send(response, carried, stored);
    if ("cut" in fault) {
      response.destroy();
      return undefined;
    }
    return "confirm" in fault ? progress : faultAnswer(fault);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = callOf(request);
    const entry: Logged = {
      method: call.method,
      path: call.path,
      query: call.query.toString(),
      contentRange: call.headers["content-range"],
      range: call.headers.range,
      bytes: 0,
      status: undefined,
    };
    requests.push(entry);
    const fault = faults.next(call, uploads.count(call));
    const cut = fault && "cut" in fault && fault.cut !== "all" && call.method !== "GET";
    const { body, complete } = await readBody(request, {
      ...(cut && { limit: storedBytesOf(fault) as number }),
      ...(fault && "stop" in fault && { pause: fault }),
      onProgress: (length) => void (entry.bytes = length),
    });
    call.body = body;
    entry.bytes = body.length;
    if (!complete) {
      // The client disconnected: keeps the received part of a chunk, in Google's units.
      if (uploads.isSession(call)) uploads.storePart(call, body.length - (body.length % (256 * 1024)));
      return;
    }
    if (fault && "hold" in fault) await fault.hold;
    const given =
      fault && !("hold" in fault || "stop" in fault) ? await meet(fault, call, response) : answer(call);
    if (!given) return;
    entry.status = given.status;
    await send(response, given);
  };

  const port = await freePort();
  const server = createServer((request, response) => {
    response.on("error", () => response.destroy());
    serve(request, response).catch((error: unknown) => {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!response.headersSent) void send(response, json({ double: why }, 500));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${port}`;
  oauth.service.audiences.push(`${origin}/token`);

  const fileOf = (id: string): StoredFile => {
    const file = store.files.get(id);
    if (!file) throw new Error(`no file ${id}`);
    return file;
  };
  let leave = () => {};

  return {
    origin,
    client: oauth.client,
    /** Allowed redirect URIs of the consent page; tests add theirs. */
    redirectUris,
    /** The people who have a Google account here. Their quota may be changed. */
    accounts,
    /** Its `key` is the text of the JSON file that Google hands out. */
    serviceAccount: {
      email: oauth.service.email,
      key: JSON.stringify(oauth.service.key, null, 2),
    },
    requests,

    /** Sets the consent screen to Testing: refresh tokens issued from now on expire after a week. */
    setTesting: (testing: boolean): void => void (oauth.state.testing = testing),
    /** A refresh token, as if the person had consented. */
    grant: (account: Account, { testing, scope = FILE_SCOPE }: { testing?: boolean; scope?: string } = {}) =>
      oauth.grant(account, scope.split(" "), testing).refresh,
    /** Revokes an account's grants and their access tokens, as on its account page. */
    revoke: (account: Account): void => oauth.end((held) => held.account === account),
    endGrants: (): void => oauth.end(() => true),
    /** Access tokens end at once; refresh tokens stay. */
    expireAccessTokens: oauth.expireAccess,
    expireCodes: oauth.expireCodes,
    /** Upload sessions that are under way end, as after their week. */
    expireSessions: (status: 404 | 410 = 404): void => uploads.expire(status),

    /** All files and folders, without the roots. */
    files: (): DriveFile[] =>
      [...store.files.values()].flatMap((file) => {
        if (file.parent === undefined) return [];
        const { id, name, owner, driveId, bytes } = file;
        return [
          {
            id,
            name,
            folder: file.mimeType === FOLDER,
            parents: [file.parent],
            owner,
            driveId,
            size: bytes?.length ?? 0,
            sha256: bytes && digest(bytes, "sha256"),
            trashed: store.trashed(file),
            sharedWith: file.permissions
              .map(({ emailAddress, role }) => `${emailAddress} ${role}`)
              .toSorted(),
            appProperties: Object.assign({}, ...file.appProperties.values()) as Record<string, string>,
          },
        ];
      }),
    bytes: (id: string): Buffer => fileOf(id).bytes ?? Buffer.alloc(0),
    /** A Shared Drive whose members have full access. Its id is also that of its root folder. */
    makeSharedDrive: (name: string, members: string[]): string => store.addSharedDrive(name, members),
    /** A folder created in the browser: at the root of an account, or in the folder or Shared Drive of this id. */
    makeFolder: (where: Account | string, name: string): string => {
      const parent = typeof where === "string" ? fileOf(where) : store.rootOf(where.email);
      const { id, driveId, owner } = parent;
      return store.add({ name, parent: id, driveId, owner }).id;
    },
    /** Emails that Google has sent about shares. */
    invitations: store.invitations,
    /** Forbids sharing with this address from now on. */
    refuseSharing: store.refuseSharing,
    share: (id: string, email: string, role: "reader" | "writer" = "writer"): void =>
      void store.permit(fileOf(id), { type: "user", role, emailAddress: email }),
    trash: (id: string): void => void (fileOf(id).binned = true),
    restore: (id: string): void => void (fileOf(id).binned = false),
    remove: (id: string): void => store.remove(fileOf(id)),
    /** Puts other bytes in a file's place. */
    change: (id: string, bytes: Buffer): void => store.replace(fileOf(id), bytes),

    /** Orders a fault for the next matching requests: one by default. Earlier orders apply first. */
    fault: (match: FaultMatch, fault: Fault, times = 1): void => faults.order(match, fault, times),
    /** Removes all faults. */
    clearFaults: faults.clear,

    /** Routes this process's `fetch` calls to Google here from now on, including those of a Worker under test. */
    interceptFetch: (): void => {
      const leaves = GOOGLE_HOSTS.map((host) => answerHost(host, (request) => forward(origin, request)));
      leave = () => leaves.forEach((one) => one());
    },
    close: async (): Promise<void> => {
      leave();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(origin: string, request: Request): Promise<Response> {
  const { host, pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete("host");
  headers.set("x-forwarded-host", host);
  const { method, body, signal } = request;
  const init = { method, headers, body, signal, redirect: "manual", duplex: "half" };
  return fetch(`${origin}${pathname}${search}`, init as RequestInit);
}
