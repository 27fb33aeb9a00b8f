// Drive v3: files, and the account's quota.
import { createHash } from "node:crypto";
import { FILE_FIELDS, partial } from "./fields.ts";
import { invalid, notFound, Refusal, REFUSALS } from "./errors.ts";
import { json, type Answer, type Call } from "../double-http.ts";
import { answerPermissions } from "./permissions.ts";
import { parseQuery } from "./query.ts";
import { allDrives, draftOf } from "./parameters.ts";
import { FOLDER, type Credential, type Draft, type Store, type StoredFile } from "./store.ts";

const FILE_DEFAULT = "kind,id,name,mimeType";
const LIST_DEFAULT = "kind,incompleteSearch,nextPageToken,files(kind,id,name,mimeType)";

const digests = new WeakMap<Buffer, Map<string, string>>();

/** A file's digest, computed on first use. */
export function digest(bytes: Buffer, algorithm: "md5" | "sha1" | "sha256"): string {
  const cached = digests.get(bytes) ?? new Map<string, string>();
  digests.set(bytes, cached);
  const value = cached.get(algorithm) ?? createHash(algorithm).update(bytes).digest("hex");
  cached.set(algorithm, value);
  return value;
}

const user = (store: Store, email: string) => ({
  kind: "drive#user",
  displayName: store.accounts.find((account) => account.email === email)?.name ?? email,
  me: true,
  permissionId: createHash("md5").update(email).digest("hex").replaceAll(/\D/g, "").padEnd(20, "0"),
  emailAddress: email,
});

export function resource(store: Store, credential: Credential, file: StoredFile) {
  const role = store.roleOf(credential.account.email, file);
  const owned = role === "owner" || role === "organizer";
  const edits = owned || role === "writer" || role === "fileOrganizer";
  const folder = file.mimeType === FOLDER;
  const { bytes, owner } = file;
  return {
    kind: "drive#file",
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    ...(file.description !== undefined && { description: file.description }),
    starred: false,
    trashed: store.trashed(file),
    explicitlyTrashed: file.binned,
    ...(file.parent !== undefined && { parents: [file.parent] }),
    ...(file.appProperties.has(credential.app) && {
      appProperties: file.appProperties.get(credential.app),
    }),
    spaces: ["drive"],
    version: "1",
    webViewLink: folder
      ? `https://drive.google.com/drive/folders/${file.id}`
      : `https://drive.google.com/file/d/${file.id}/view?usp=drivesdk`,
    createdTime: file.created,
    modifiedTime: file.modified,
    ...(file.driveId && { driveId: file.driveId, teamDriveId: file.driveId }),
    ...(owner !== undefined && { owners: [user(store, owner)], ownedByMe: role === "owner" }),
    shared: file.driveId !== undefined || file.permissions.length > 0,
    isAppAuthorized: true,
    capabilities: {
      canAddChildren: folder && edits,
      canDelete: owned,
      canDeleteChildren: folder && owned,
      canDownload: !folder,
      canEdit: edits,
      canListChildren: folder,
      canRename: edits,
      canShare: edits,
      canTrash: owned,
    },
    ...(bytes && {
      size: String(bytes.length),
      quotaBytesUsed: String(bytes.length),
      get md5Checksum() {
        return digest(bytes, "md5");
      },
      get sha1Checksum() {
        return digest(bytes, "sha1");
      },
      get sha256Checksum() {
        return digest(bytes, "sha256");
      },
      originalFilename: file.name,
      headRevisionId: file.id.slice(1),
      webContentLink: `https://drive.google.com/uc?id=${file.id}&export=download`,
    }),
  };
}

/** A file as the request's `fields` ask for it. */
export const fileAnswer = (store: Store, credential: Credential, call: Call, file: StoredFile): Answer =>
  json(partial(resource(store, credential, file), call.query.get("fields"), FILE_DEFAULT, FILE_FIELDS));

function about(credential: Credential, store: Store, call: Call): Answer {
  const fields = call.query.get("fields");
  if (!fields)
    throw new Refusal(400, "required", "The 'fields' parameter is required for this method.", {
      at: "parameter:fields",
    });
  const { account } = credential;
  const { limit, usage } = account.quota;
  const basics = { kind: "drive#about", user: user(store, account.email) };
  const storageQuota = {
    limit: String(limit),
    usage: String(usage),
    usageInDrive: String(usage),
    usageInDriveTrash: "0",
  };
  return json(partial({ ...basics, storageQuota }, fields, "*"));
}

function list(credential: Credential, store: Store, call: Call): Answer {
  const { query } = call;
  const matches = parseQuery(query.get("q") || "trashed = false or trashed = true");
  const drive = query.get("driveId") ?? query.get("teamDriveId");
  const everywhere =
    allDrives(call) &&
    (query.get("includeItemsFromAllDrives") === "true" || query.get("includeTeamDriveItems") === "true");
  const root = store.rootOf(credential.account.email).id;
  const found = [...store.files.values()].filter((file) => {
    if (file.parent === undefined || !store.sees(credential, file)) return false;
    if (drive ? file.driveId !== drive || !everywhere : file.driveId && !everywhere) return false;
    return matches({
      name: file.name,
      mimeType: file.mimeType,
      trashed: store.trashed(file),
      parents: [file.parent, ...(file.parent === root ? ["root"] : [])],
      appProperties: file.appProperties.get(credential.app) ?? {},
    });
  });
  const size = Number(query.get("pageSize") ?? 100);
  if (!Number.isInteger(size) || size < 1 || size > 1000) throw invalid("pageSize");
  const start = Number(query.get("pageToken")?.replace("page-", "") ?? 0);
  if (!Number.isInteger(start)) throw invalid("pageToken");
  const next = start + size < found.length ? { nextPageToken: `page-${start + size}` } : {};
  const files = found.slice(start, start + size).map((file) => resource(store, credential, file));
  const fileList = { kind: "drive#fileList", incompleteSearch: false, ...next, files };
  return json(partial(fileList, query.get("fields"), LIST_DEFAULT, ["nextPageToken"]));
}

function download(file: StoredFile, call: Call): Answer {
  const { bytes } = file;
  if (!bytes)
    throw new Refusal(
      403,
      "fileNotDownloadable",
      "Only files with binary content can be downloaded. Use Export with Docs Editors files.",
      { at: "parameter:alt" },
    );
  const type = { "content-type": file.mimeType, "accept-ranges": "bytes" };
  const range = /^bytes=(\d*)-(\d*)$/.exec(call.headers.range ?? "");
  if (!range || (!range[1] && !range[2])) return { status: 200, headers: type, body: bytes };
  const from = range[1] ? Number(range[1]) : Math.max(0, bytes.length - Number(range[2]));
  const to = range[1] && range[2] ? Math.min(Number(range[2]), bytes.length - 1) : bytes.length - 1;
  if (from >= bytes.length || from > to)
    throw new Refusal(416, "requestedRangeNotSatisfiable", "Request range not satisfiable", {
      at: "header:Range",
      headers: { "content-range": `bytes */${bytes.length}` },
    });
  const headers = { ...type, "content-range": `bytes ${from}-${to}/${bytes.length}` };
  return { status: 206, headers, body: bytes.subarray(from, to + 1) };
}

function change(credential: Credential, store: Store, call: Call, id: string): Answer {
  const draft = draftOf(call.body);
  const needs = draft.trashed === undefined ? "writer" : "owner";
  const file = store.findFor(needs, credential, id, allDrives(call));
  store.describe(file, draft, credential.app);
  if (draft.trashed !== undefined) file.binned = draft.trashed;
  const to = call.query.get("addParents");
  if (to) file.parent = store.find(credential, to, allDrives(call)).id;
  return fileAnswer(store, credential, call, file);
}

/** Answers a request below `/drive/v3/`. */
export function answerFiles(credential: Credential, store: Store, call: Call): Answer {
  const { method } = call;
  const [kind, id, below, one] = call.path.slice("/drive/v3/".length).split("/").map(decodeURIComponent);
  if (kind === "about" && method === "GET") return about(credential, store, call);
  if (kind !== "files") throw new Refusal(404, "notFound", "Not Found");
  if (id === undefined) {
    if (method === "GET") return list(credential, store, call);
    if (method !== "POST") throw new Refusal(404, "notFound", "Not Found");
    const file = store.create(credential, draftOf(call.body), bytesless(draftOf(call.body)), allDrives(call));
    return fileAnswer(store, credential, call, file);
  }
  if (id === "generateIds") {
    const count = Number(call.query.get("count") ?? 10);
    if (!Number.isInteger(count) || count < 1 || count > 1000) throw invalid("count");
    return json({ kind: "drive#generatedIds", space: "drive", ids: store.generateIds(count) });
  }
  if (below === "permissions") return answerPermissions(credential, store, call, id, one);
  if (below !== undefined) throw notFound(id);
  if (method === "PATCH") return change(credential, store, call, id);
  if (method === "DELETE") {
    store.remove(store.findFor("owner", credential, id, allDrives(call)));
    return { status: 204 };
  }
  const media = call.query.get("alt") === "media";
  // Bytes are handed out from Shared Drives without the parameter too: rclone has always left it out.
  const file = store.find(credential, id, media || allDrives(call));
  if (media) return download(file, call);
  return fileAnswer(store, credential, call, file);
}

/** Content of a file created without bytes: none for a folder or document, else an empty file. */
const bytesless = ({ mimeType }: Draft): Buffer | undefined =>
  mimeType?.startsWith("application/vnd.google-apps.") ? undefined : Buffer.alloc(0);

/** Refuses credentials without a Drive scope. */
export function requireScope({ scopes }: Credential): void {
  if (!scopes.some((scope) => scope.startsWith("https://www.googleapis.com/auth/drive")))
    throw REFUSALS.insufficientPermissions();
}
