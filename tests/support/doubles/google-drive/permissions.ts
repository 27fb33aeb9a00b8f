// Drive v3: permissions of a file.
import { allDrives, draftOf } from "./parameters.ts";
import { Refusal, REFUSALS } from "./errors.ts";
import { partial } from "./fields.ts";
import { json, type Answer, type Call } from "../double-http.ts";
import type { Credential, Store, StoredFile } from "./store.ts";

const DEFAULT = "kind,id,type,role";
/** The fields of a permission that Google documents. */
const FIELDS =
  `allowFileDiscovery deleted displayName domain emailAddress expirationTime id inheritedPermissionsDisabled kind pendingOwner
  permissionDetails photoLink role teamDrivePermissionDetails type view`.split(/\s+/);

/** The permissions of a file, its owner's among them. */
function held(store: Store, { owner, permissions }: StoredFile) {
  const own =
    owner === undefined
      ? []
      : [{ id: store.permissionId(owner), type: "user", role: "owner", emailAddress: owner }];
  return [...own, ...permissions].map((one) => ({ kind: "drive#permission", ...one }));
}

function list(credential: Credential, store: Store, call: Call, id: string): Answer {
  const file = store.find(credential, id, allDrives(call));
  const size = Number(call.query.get("pageSize") ?? 100);
  const start = Number(call.query.get("pageToken")?.replace("page-", "") ?? 0);
  const all = held(store, file);
  const next = start + size < all.length ? { nextPageToken: `page-${start + size}` } : {};
  const permissionList = {
    kind: "drive#permissionList",
    ...next,
    permissions: all.slice(start, start + size),
  };
  const fields = call.query.get("fields");
  return json(partial(permissionList, fields, `kind,permissions(${DEFAULT})`, ["nextPageToken"]));
}

function create(credential: Credential, store: Store, call: Call, id: string): Answer {
  const file = store.findFor("writer", credential, id, allDrives(call));
  const { role, type, emailAddress } = draftOf(call.body) as Record<string, string>;
  if (!role || !type) throw new Refusal(400, "required", "The permission type field is required.");
  const notifies = call.query.get("sendNotificationEmail") !== "false";
  if (emailAddress && store.refusesSharing(emailAddress)) throw REFUSALS.aclChangeNotAllowed();
  if (emailAddress && !store.hasAccount(emailAddress) && !notifies) throw REFUSALS.notifyPeople(emailAddress);
  const given =
    emailAddress !== undefined && emailAddress === file.owner
      ? { id: store.permissionId(emailAddress), type, role: "owner", emailAddress }
      : store.permit(file, { role, type, ...(emailAddress && { emailAddress }) });
  if (emailAddress && notifies) store.invitations.push({ file: file.id, email: emailAddress });
  const permission = { kind: "drive#permission", ...given };
  return json(partial(permission, call.query.get("fields"), DEFAULT, FIELDS));
}

/** Answers a request below `/drive/v3/files/{id}/permissions`; `one` is the permission that it names. */
export function answerPermissions(
  credential: Credential,
  store: Store,
  call: Call,
  id: string,
  one: string | undefined,
): Answer {
  const { method } = call;
  if (one === undefined && method === "GET") return list(credential, store, call, id);
  if (one === undefined && method === "POST") return create(credential, store, call, id);
  const changes = method !== "GET";
  const file = changes
    ? store.findFor("writer", credential, id, allDrives(call))
    : store.find(credential, id, allDrives(call));
  const permission = held(store, file).find((other) => other.id === one);
  if (!permission)
    throw new Refusal(404, "notFound", `Permission not found: ${one}.`, { at: "parameter:permissionId" });
  if (method === "GET") return json(partial(permission, call.query.get("fields"), DEFAULT, FIELDS));
  if (method !== "DELETE") throw new Refusal(404, "notFound", "Not Found");
  if (permission.role === "owner") throw REFUSALS.insufficientFilePermissions();
  file.permissions = file.permissions.filter((other) => other.id !== one);
  return { status: 204 };
}
