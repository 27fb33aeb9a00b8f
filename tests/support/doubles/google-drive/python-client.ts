// Google's Python client (Debian's python3-googleapi), pointed at the double.
import { spawn, spawnSync } from "node:child_process";

/** A Python with Google's client; machines without one skip these tests. */
export const PYTHON = ["/usr/bin/python3", "python3"].find(
  (program) => spawnSync(program, ["-c", "import googleapiclient, google_auth_httplib2"]).status === 0,
);

const parameters = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: "string", location: "query" }]));
const fileId = { fileId: { type: "string", location: "path", required: true } };
const common = ["fields", "supportsAllDrives"];

/** The part of Drive v3's discovery document that the scripts use: the client builds its methods from it. */
const discovery = (origin: string) => ({
  kind: "discovery#restDescription",
  name: "drive",
  version: "v3",
  rootUrl: `${origin}/`,
  servicePath: "drive/v3/",
  baseUrl: `${origin}/drive/v3/`,
  schemas: { File: { id: "File", type: "object", properties: {} } },
  auth: { oauth2: { scopes: {} } },
  resources: {
    about: {
      methods: {
        get: {
          id: "drive.about.get",
          path: "about",
          httpMethod: "GET",
          parameters: parameters("fields"),
          response: { $ref: "File" },
        },
      },
    },
    files: {
      methods: {
        create: {
          id: "drive.files.create",
          path: "files",
          httpMethod: "POST",
          parameters: parameters(...common),
          request: { $ref: "File" },
          response: { $ref: "File" },
          supportsMediaUpload: true,
          mediaUpload: {
            accept: ["*/*"],
            maxSize: "5120GB",
            protocols: {
              simple: { multipart: true, path: "/upload/drive/v3/files" },
              resumable: { multipart: true, path: "/resumable/upload/drive/v3/files" },
            },
          },
        },
        get: {
          id: "drive.files.get",
          path: "files/{fileId}",
          httpMethod: "GET",
          parameters: { ...fileId, ...parameters(...common) },
          parameterOrder: ["fileId"],
          response: { $ref: "File" },
          supportsMediaDownload: true,
        },
        list: {
          id: "drive.files.list",
          path: "files",
          httpMethod: "GET",
          parameters: parameters("q", "includeItemsFromAllDrives", "pageSize", "pageToken", ...common),
          response: { $ref: "File" },
        },
        delete: {
          id: "drive.files.delete",
          path: "files/{fileId}",
          httpMethod: "DELETE",
          parameters: { ...fileId, ...parameters(...common) },
          parameterOrder: ["fileId"],
        },
        generateIds: {
          id: "drive.files.generateIds",
          path: "files/generateIds",
          httpMethod: "GET",
          parameters: parameters("count"),
          response: { $ref: "File" },
        },
      },
    },
  },
});

const PRELUDE = `
import io, json, sys, hashlib, googleapiclient.http as transport
from google.oauth2 import credentials, service_account
from googleapiclient import discovery, errors
given = json.load(sys.stdin)

def as_person(refresh_token):
    return credentials.Credentials(None, refresh_token=refresh_token, token_uri=given["origin"] + "/token",
        client_id=given["client"]["id"], client_secret=given["client"]["secret"])

def as_service():
    key = dict(json.loads(given["key"]), token_uri=given["origin"] + "/token")
    return service_account.Credentials.from_service_account_info(key, scopes=["https://www.googleapis.com/auth/drive"])

def drive(who):
    return discovery.build_from_document(given["discovery"], credentials=who)

# Chunks that are bytes, not streams: what is below the client sends a request again by itself when its connection breaks,
# and a stream has been read by then.
class Upload(transport.MediaIoBaseUpload):
    def has_stream(self):
        return False

def media(data, chunk):
    return Upload(io.BytesIO(data), "video/mp4", chunksize=chunk or 262144, resumable=chunk > 0)

# After an error the client asks how far the session is, and goes on from there: so its documentation has it.
def upload(request, patience=9):
    done = None
    while done is None:
        try:
            progress, done = request.next_chunk()
        except (errors.HttpError, OSError) as error:
            patience -= 1
            if patience == 0 or isinstance(error, errors.HttpError) and int(error.resp.status) not in (403, 500, 503):
                raise
    return done

def download(request, chunk):
    whole = io.BytesIO()
    reader, done = transport.MediaIoBaseDownload(whole, request, chunksize=chunk), False
    while not done:
        progress, done = reader.next_chunk()
    return whole.getvalue()

def refused(request):
    try:
        request.execute()
    except errors.HttpError as error:
        return [int(error.resp.status), json.loads(error.content)["error"]["errors"][0]["reason"]]
`;

type Double = {
  origin: string;
  client: { id: string; secret: string };
  serviceAccount: { key: string };
};

/** Runs a script of the client against the double; returns its JSON output. `given`: its input. */
export function runPython<T>(
  double: Double,
  script: string,
  given: Record<string, unknown> = {},
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const run = spawn(PYTHON ?? "python3", ["-c", PRELUDE + script]);
  const output = { out: "", error: "" };
  run.stdout.on("data", (part) => (output.out += String(part)));
  run.stderr.on("data", (part) => (output.error += String(part)));
  run.on("close", (code) =>
    code === 0 ? resolve(JSON.parse(output.out) as T) : reject(new Error(output.error)),
  );
  const { origin, client, serviceAccount } = double;
  const key = serviceAccount.key;
  run.stdin.end(
    JSON.stringify({ origin, client, key, discovery: JSON.stringify(discovery(origin)), ...given }),
  );
  return promise;
}
