// The files of the Google double: owners, permissions and history.
import { createHash, randomBytes } from "node:crypto";
import { notFound, REFUSALS, invalid } from "./errors.ts";

export const FOLDER = "application/vnd.google-apps.folder";
export const DRIVE_SCOPE = "https://www.googleapis.com/auth/drive";
export const FILE_SCOPE = "https://www.googleapis.com/auth/drive.file";

export type Account = {
  email: string;
  name: string;
  /** In bytes. A limit of 0 is a service account's: it cannot own files with content. */
  quota: { limit: number; usage: number };
};

export type Permission = { id: string; type: string; role: string; emailAddress?: string };

/** The caller: an account through an app (an OAuth client or a service account). */
export type Credential = { account: Account; app: string; scopes: string[] };

export type StoredFile = {
  id: string;
  name: string;
  mimeType: string;
  parent: string | undefined;
  /** Its owner's address; files in a Shared Drive have none. */
  owner: string | undefined;
  driveId: string | undefined;
  bytes: Buffer | undefined;
  binned: boolean;
  description: string | undefined;
  created: string;
  modified: string;
  /** By app: each sees only its own. */
  appProperties: Map<string, Record<string, string>>;
  /** The pairs of app and account that created it, for the scope `drive.file`. */
  openedBy: Set<string>;
  permissions: Permission[];
};

/** Metadata of a new file, from a request. */
export type Draft = {
  id?: string;
  name?: string;
  mimeType?: string;
  parents?: string[];
  description?: string;
  trashed?: boolean;
  createdTime?: string;
  modifiedTime?: string;
  appProperties?: Record<string, string | null>;
};

const ROLES = ["none", "reader", "commenter", "writer", "fileOrganizer", "organizer", "owner"];
const atLeast = (held: string, wanted: string) => ROLES.indexOf(held) >= ROLES.indexOf(wanted);

export type Store = ReturnType<typeof createStore>;

export function createStore(accounts: Account[]) {
  const files = new Map<string, StoredFile>();
  const reserved = new Set<string>();
  const removed = new Set<string>();
  const members = new Map<string, Set<string>>();

  const newId = (prefix = "1") => `${prefix}${randomBytes(24).toString("base64url")}`;
  const pair = ({ app, account }: Credential) => `${app} ${account.email}`;

  const add = (given: Partial<StoredFile> & { name: string }): StoredFile => {
    const now = new Date().toISOString();
    const file: StoredFile = {
      id: newId(),
      mimeType: FOLDER,
      parent: undefined,
      owner: undefined,
      driveId: undefined,
      bytes: undefined,
      binned: false,
      description: undefined,
      created: now,
      modified: now,
      appProperties: new Map(),
      openedBy: new Set(),
      permissions: [],
      ...given,
    };
    files.set(file.id, file);
    return file;
  };

  const roots = new Map<string, StoredFile>();
  const rootOf = (email: string): StoredFile => {
    const existing = roots.get(email);
    if (existing) return existing;
    const root = add({ name: "My Drive", owner: email, id: newId("0A") });
    roots.set(email, root);
    return root;
  };

  const chain = (file: StoredFile): StoredFile[] => {
    const above = file.parent === undefined ? undefined : files.get(file.parent);
    return above ? [file, ...chain(above)] : [file];
  };

  /** An account's role on a file, direct or inherited from a folder. */
  const roleOf = (email: string, file: StoredFile): string => {
    if (file.owner === email) return "owner";
    const held = chain(file).flatMap((one) => [
      ...(one.owner === email ? ["writer"] : []),
      ...one.permissions
        .filter(({ type, emailAddress }) => type === "anyone" || emailAddress === email)
        .map(({ role }) => role),
    ]);
    if (file.driveId && members.get(file.driveId)?.has(email)) held.push("organizer");
    return held.reduce((best, role) => (atLeast(role, best) ? role : best), "none");
  };

  const authorized = (credential: Credential, file: StoredFile): boolean =>
    credential.scopes.includes(DRIVE_SCOPE) || file.openedBy.has(pair(credential));

  const sees = (credential: Credential, file: StoredFile): boolean =>
    authorized(credential, file) && atLeast(roleOf(credential.account.email, file), "reader");

  /** Finds a file by id. `root` is hidden from apps that see only their own files, as at Google. */
  const find = (credential: Credential, id: string, allDrives: boolean): StoredFile => {
    const file = id === "root" ? rootOf(credential.account.email) : files.get(id);
    if (!file || !sees(credential, file)) throw notFound(id === "root" ? "" : id);
    if (file.driveId && !allDrives) throw notFound(id);
    return file;
  };

  /** A file that the request means to change. */
  const findFor = (role: string, credential: Credential, id: string, allDrives: boolean): StoredFile => {
    const file = files.get(id);
    if (
      file &&
      !authorized(credential, file) &&
      atLeast(roleOf(credential.account.email, file), "reader") &&
      (!file.driveId || allDrives)
    )
      throw REFUSALS.appNotAuthorizedToFile(credential.app.split("-")[0], id);
    const found = find(credential, id, allDrives);
    const held = roleOf(credential.account.email, found);
    const needed = found.driveId && role === "owner" ? "organizer" : role;
    if (!atLeast(held, needed)) throw REFUSALS.insufficientFilePermissions();
    return found;
  };

  const parentFor = (credential: Credential, { parents }: Draft, allDrives: boolean): StoredFile => {
    if (parents && parents.length > 1) throw invalid("parents", "A file can have only one parent.");
    const id = parents?.[0] ?? "root";
    const root = rootOf(credential.account.email);
    if (id === "root" || id === root.id) return root;
    const parent = find(credential, id, allDrives);
    if (!atLeast(roleOf(credential.account.email, parent), "writer"))
      throw REFUSALS.insufficientParentPermissions();
    return parent;
  };

  const owner = (email: string) => accounts.find((account) => account.email === email);

  /** Google's checks before it accepts a byte; `size` is 0 for folders. */
  const admit = (credential: Credential, draft: Draft, size: number, allDrives: boolean): StoredFile => {
    const { id } = draft;
    if (id !== undefined) {
      if (files.has(id) || removed.has(id)) throw REFUSALS.fileIdInUse();
      if (!reserved.has(id)) throw invalid("file.id", "The provided file ID is not usable.");
    }
    for (const [key, value] of Object.entries(draft.appProperties ?? {}))
      if (Buffer.byteLength(key + (value ?? "")) > 124) throw invalid("appProperties");
    const parent = parentFor(credential, draft, allDrives);
    const { quota } = credential.account;
    if (parent.driveId || size === 0) return parent;
    if (quota.limit === 0) throw REFUSALS.noStorageQuota();
    if (quota.usage + size > quota.limit) throw REFUSALS.storageQuotaExceeded();
    return parent;
  };

  const describe = (file: StoredFile, draft: Draft, app: string): void => {
    file.name = draft.name ?? file.name;
    file.description = draft.description ?? file.description;
    file.created = draft.createdTime ?? file.created;
    file.modified = draft.modifiedTime ?? file.modified;
    if (!draft.appProperties) return;
    const merged = { ...file.appProperties.get(app), ...draft.appProperties };
    const properties = Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null);
    file.appProperties.set(app, Object.fromEntries(properties));
  };

  const create = (
    credential: Credential,
    draft: Draft,
    bytes: Buffer | undefined,
    allDrives: boolean,
  ): StoredFile => {
    const parent = admit(credential, draft, bytes?.length ?? 0, allDrives);
    const { driveId } = parent;
    const file = add({
      name: "Untitled",
      mimeType: draft.mimeType ?? "application/octet-stream",
      parent: parent.id,
      driveId,
      owner: driveId ? undefined : credential.account.email,
      openedBy: new Set([pair(credential)]),
      bytes,
      ...(draft.id !== undefined && { id: draft.id }),
    });
    describe(file, draft, credential.app);
    if (!driveId) credential.account.quota.usage += bytes?.length ?? 0;
    return file;
  };

  const replace = (file: StoredFile, bytes: Buffer): void => {
    const account = file.owner === undefined ? undefined : owner(file.owner);
    if (account) account.quota.usage += bytes.length - (file.bytes?.length ?? 0);
    file.bytes = bytes;
    file.modified = new Date().toISOString();
  };

  const remove = (file: StoredFile): void => {
    for (const below of [...files.values()].filter(({ parent }) => parent === file.id)) remove(below);
    replace(file, Buffer.alloc(0));
    files.delete(file.id);
    removed.add(file.id);
  };

  /** Derived from the address, like Google's permission ids. */
  const permissionId = (email: string): string =>
    createHash("sha256").update(email.toLowerCase()).digest("hex").replaceAll(/\D/g, "").slice(0, 20);
  /** Addresses that cannot be shared with. */
  const refused = new Set<string>();
  const invitations: { file: string; email: string }[] = [];

  return {
    accounts,
    files,
    permissionId,
    /** Emails sent about shares. */
    invitations,
    refuseSharing: (email: string): void => void refused.add(email),
    refusesSharing: (email: string): boolean => refused.has(email),
    hasAccount: (email: string): boolean => owner(email.toLowerCase()) !== undefined,
    rootOf,
    find,
    findFor,
    sees,
    roleOf,
    admit,
    create,
    describe,
    replace,
    remove,
    add,
    /** Whether it is in the bin, directly or inside a folder. */
    trashed: (file: StoredFile): boolean => chain(file).some(({ binned }) => binned),
    generateIds: (count: number): string[] =>
      Array.from({ length: count }, () => {
        const id = newId();
        reserved.add(id);
        return id;
      }),
    addSharedDrive: (name: string, emails: string[]): string => {
      const id = newId("0A").slice(0, 19);
      members.set(id, new Set(emails));
      add({ name, id, driveId: id });
      return id;
    },
    permit: (file: StoredFile, permission: Omit<Permission, "id">): Permission => {
      const id = permissionId(permission.emailAddress ?? permission.type);
      const granted = { ...permission, id: permission.type === "anyone" ? "anyoneWithLink" : id };
      file.permissions = [...file.permissions.filter((held) => held.id !== granted.id), granted];
      return granted;
    },
  };
}
