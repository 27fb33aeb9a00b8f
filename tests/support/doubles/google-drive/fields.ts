// Partial responses: the parameter `fields`, as in `id,name,capabilities(canAddChildren),owners/emailAddress`.
import { Refusal } from "./errors.ts";

type Mask = Map<string, Mask>;
type Json = Record<string, unknown>;

const bad = (name: string) =>
  new Refusal(400, "invalidParameter", `Invalid field selection ${name}`, { at: "parameter:fields" });

function parse(text: string): Mask {
  const tokens = text.match(/[(),/]|[^(),/\s]+/g) ?? [];
  let at = 0;
  const list = (): Mask => {
    const mask: Mask = new Map();
    for (;;) {
      const name = tokens[at++];
      if (!name || /[(),/]/.test(name)) throw bad(name ?? text);
      mask.set(name, below());
      if (tokens[at] !== ",") return mask;
      at += 1;
    }
  };
  const below = (): Mask => {
    if (tokens[at] === "/") {
      at += 1;
      const name = tokens[at++];
      if (!name) throw bad(text);
      return new Map([[name, below()]]);
    }
    if (tokens[at] !== "(") return new Map();
    at += 1;
    const mask = list();
    if (tokens[at++] !== ")") throw bad(text);
    return mask;
  };
  const mask = list();
  if (at < tokens.length) throw bad(tokens[at] ?? text);
  return mask;
}

function pick(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || mask.has("*")) return value;
  if (Array.isArray(value)) return value.map((one) => pick(one, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]) => {
      const part = mask.get(name);
      return part ? [[name, pick(held, part)]] : [];
    }),
  );
}

/**
 * Applies `fields` to a resource. `allowed`: top-level names that exist although they have no value here; other names
 * are refused, as Google does.
 */
export function partial(
  resource: Json,
  fields: string | null,
  ordinary: string,
  allowed: string[] = [],
): Json {
  // Google answers an empty parameter with an empty object; rclone sends it if it needs no fields.
  if (fields === "") return {};
  const mask = parse(fields ?? ordinary);
  for (const [name, part] of mask) {
    if (name !== "*" && !(name in resource) && !allowed.includes(name)) throw bad(name);
    if (name === "files")
      for (const inner of part.keys()) if (inner !== "*" && !FILE_FIELDS.includes(inner)) throw bad(inner);
  }
  return pick(resource, mask) as Json;
}

/** The fields of a file that Google documents. */
export const FILE_FIELDS =
  `appProperties capabilities contentHints contentRestrictions copyRequiresWriterPermission createdTime description
  downloadRestrictions driveId explicitlyTrashed exportLinks fileExtension folderColorRgb fullFileExtension hasAugmentedPermissions
  hasThumbnail headRevisionId iconLink id imageMediaMetadata inheritedPermissionsDisabled isAppAuthorized kind labelInfo
  lastModifyingUser linkShareMetadata md5Checksum mimeType modifiedByMe modifiedByMeTime modifiedTime name originalFilename
  ownedByMe owners parents permissionIds permissions properties quotaBytesUsed resourceKey sha1Checksum sha256Checksum shared
  sharedWithMeTime sharingUser shortcutDetails size spaces starred teamDriveId thumbnailLink thumbnailVersion trashed
  trashedTime trashingUser version videoMediaMetadata viewedByMe viewedByMeTime viewersCanCopyContent webContentLink
  webViewLink writersCanShare`
    .trim()
    .split(/\s+/);
