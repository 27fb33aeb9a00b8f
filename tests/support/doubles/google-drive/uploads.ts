// Uploads: resumable sessions like those of Google's upload server, and single-request files.
import { randomBytes } from "node:crypto";
import { Refusal } from "./errors.ts";
import { allDrives, draftOf } from "./parameters.ts";
import { fileAnswer } from "./files.ts";
import { text, type Answer, type Call } from "../double-http.ts";
import type { Credential, Draft, Store, StoredFile } from "./store.ts";

const UNIT = 256 * 1024;
/** Bytes go to a session by `PUT`; rclone uses `POST`. */
const SENDS = ["PUT", "POST"];
const BASE = "/upload/drive/v3/files";

type Session = {
  credential: Credential;
  draft: Draft;
  /** The file whose bytes are replaced; none for a new file. */
  target: StoredFile | undefined;
  /** The request that began it: its `fields` and `supportsAllDrives` hold to the end. */
  begun: Call;
  total: number | undefined;
  parts: Buffer[];
  stored: number;
  chunks: number;
  finished: StoredFile | undefined;
  /** Status of every further request. */
  over: 404 | 410 | undefined;
};

type Range = { from: number; to: number; total: number | undefined } | { total: number | undefined };

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads(store: Store) {
  const sessions = new Map<string, Session>();

  const targetOf = (credential: Credential, call: Call): StoredFile | undefined => {
    const id = call.path.slice(BASE.length + 1);
    return id ? store.findFor("writer", credential, id, allDrives(call)) : undefined;
  };

  const storeFile = (
    credential: Credential,
    draft: Draft,
    target: StoredFile | undefined,
    bytes: Buffer,
    call: Call,
  ): StoredFile => {
    if (!target) return store.create(credential, draft, bytes, allDrives(call));
    store.replace(target, bytes);
    store.describe(target, draft, credential.app);
    return target;
  };

  const begin = (credential: Credential, call: Call): Answer => {
    const target = targetOf(credential, call);
    const type = call.headers["x-upload-content-type"];
    const draft = { ...(typeof type === "string" && { mimeType: type }), ...draftOf(call.body) };
    const length = call.headers["x-upload-content-length"];
    const total = typeof length === "string" ? Number(length) : undefined;
    if (!target) store.admit(credential, draft, total ?? 1, allDrives(call));
    const id = randomBytes(48).toString("base64url");
    const fresh = { parts: [], stored: 0, chunks: 0, finished: undefined, over: undefined };
    sessions.set(id, { credential, draft, target, begun: call, total, ...fresh });
    const query = new URLSearchParams([...call.query].filter(([name]) => name !== "upload_id"));
    query.set("upload_id", id);
    const location = `${call.origin}${call.path}?${query}`;
    return { status: 200, headers: { location, "x-guploader-uploadid": id } };
  };

  const simpleUpload = (credential: Credential, call: Call): Answer => {
    const type = call.headers["content-type"] ?? "application/octet-stream";
    const multipart = call.query.get("uploadType") === "multipart";
    const [draft, bytes] = multipart ? parts(type, call.body) : [{ mimeType: type }, call.body];
    const file = storeFile(credential, draft, targetOf(credential, call), bytes, call);
    return fileAnswer(store, credential, call, file);
  };

  const sessionOf = (call: Call): Session | undefined => sessions.get(call.query.get("upload_id") ?? "");

  const progress = ({ stored }: Session): Answer => ({
    status: 308,
    headers: stored > 0 ? { range: `bytes=0-${stored - 1}` } : {},
  });

  const complete = (session: Session): Answer => {
    const { credential, begun } = session;
    if (!session.finished && session.stored === session.total) {
      session.finished = storeFile(
        credential,
        session.draft,
        session.target,
        Buffer.concat(session.parts),
        begun,
      );
      session.parts = [];
    }
    return session.finished ? fileAnswer(store, credential, begun, session.finished) : progress(session);
  };

  const append = (session: Session, from: number, bytes: Buffer): void => {
    // Skips bytes that are already stored.
    const fresh = bytes.subarray(Math.max(0, session.stored - from));
    session.parts.push(fresh);
    session.stored += fresh.length;
  };

  const put = (session: Session, call: Call): Answer => {
    const range = rangeOf(call);
    if (session.finished) return complete(session);
    if (range.total !== undefined && session.total !== undefined && range.total !== session.total)
      return unfit(`The declared size is ${session.total} byte(s), the request says ${range.total}.`);
    session.total ??= range.total;
    if (!("from" in range)) return complete(session);
    const { from, to } = range;
    if (from > session.stored)
      return text(
        `Invalid request.  According to the Content-Range header, the upload offset is ${from} byte(s), which exceeds already uploaded size of ${session.stored} byte(s).`,
        503,
      );
    if (call.body.length !== to - from + 1)
      return unfit(`The Content-Range header promises ${to - from + 1} byte(s), ${call.body.length} came.`);
    if (session.total !== undefined && to >= session.total)
      return unfit(`The chunk ends beyond the size of ${session.total} byte(s).`);
    if (to + 1 !== session.total && call.body.length % UNIT !== 0)
      return unfit(
        `The number of bytes uploaded is required to be equal or greater than ${UNIT}, except for the final request (it's recommended to be the exact multiple of ${UNIT}).  The received request contained ${call.body.length} bytes, which does not meet this requirement.`,
      );
    append(session, from, call.body);
    return complete(session);
  };

  return {
    /** A request that begins a session, or brings a whole file. */
    receive: (credential: Credential, call: Call): Answer =>
      call.query.get("uploadType") === "resumable" ? begin(credential, call) : simpleUpload(credential, call),

    isSession: (call: Call): boolean => call.path.startsWith(BASE) && call.query.has("upload_id"),

    /** Number of this request among its session's requests with bytes, from 1. */
    count: (call: Call): number | undefined => {
      const session = sessionOf(call);
      if (!session || !SENDS.includes(call.method) || call.headers["content-range"]?.startsWith("bytes */"))
        return undefined;
      session.chunks += 1;
      return session.chunks;
    },

    /** A request to a session. The session's address is all the proof it needs. */
    answer: (call: Call): Answer => {
      const session = sessionOf(call);
      if (!session) return text("Not Found", 404);
      if (session.over) return text(session.over === 410 ? "Gone" : "Not Found", session.over);
      if (call.method === "DELETE") {
        session.over = 404;
        return { status: 499 };
      }
      if (!SENDS.includes(call.method)) return text("Method Not Allowed", 405);
      return put(session, call);
    },

    /** Stores the first bytes of an interrupted chunk and reports the session's progress. */
    storePart: (call: Call, length: number): Answer => {
      const session = sessionOf(call);
      const range = rangeOf(call);
      if (!session || session.over || session.finished || !("from" in range)) return text("Not Found", 404);
      session.total ??= range.total;
      if (range.from <= session.stored) append(session, range.from, call.body.subarray(0, length));
      return progress(session);
    },

    /** Ends all sessions that are under way, as their week does. */
    expire: (status: 404 | 410): void => {
      for (const session of sessions.values()) session.over ??= status;
    },
  };
}

const unfit = (why: string): Answer => text(`Invalid request.  ${why}`, 400);

function rangeOf(call: Call): Range {
  const header = call.headers["content-range"];
  if (header === undefined) return { from: 0, to: call.body.length - 1, total: call.body.length };
  const [, from, to, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header) ?? [];
  if (total === undefined) throw new Refusal(400, "badRequest", "Failed to parse Content-Range header.");
  const size = total === "*" ? undefined : Number(total);
  return from === undefined ? { total: size } : { from: Number(from), to: Number(to), total: size };
}

/** Splits a `multipart/related` body into metadata and bytes. Accepts bare LF line endings. */
function parts(type: string, body: Buffer): [Draft, Buffer] {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) throw new Refusal(400, "badContent", "Missing multipart boundary");
  const found: { head: string; bytes: Buffer }[] = [];
  const mark = Buffer.from(`--${boundary}`);
  let at = body.indexOf(mark);
  const line = body.subarray(at, body.indexOf("\n", at)).at(-1) === 13 ? 2 : 1;
  for (let next = body.indexOf(mark, at + 1); at >= 0 && next > at; next = body.indexOf(mark, at + 1)) {
    const part = body.subarray(body.indexOf("\n", at) + 1, next);
    const lines = /^[\s\S]*?\r?\n\r?\n/.exec(part.subarray(0, 4096).toString("latin1"))?.[0] ?? "";
    found.push({ head: lines, bytes: part.subarray(lines.length, part.length - line) });
    at = next;
  }
  const [first, second] = found;
  if (!first || !second) throw new Refusal(400, "badContent", "Malformed multipart body.");
  const mimeType = /content-type:\s*(\S+)/i.exec(second.head)?.[1];
  return [{ ...(mimeType !== undefined && { mimeType }), ...draftOf(first.bytes) }, second.bytes];
}
