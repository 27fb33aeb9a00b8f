// Connected accounts, which receive transfers, and the onboarding page for their bank details.
import { invalid } from "./errors.ts";
import { mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import { list, type Handler, type Route } from "./resource.ts";
import { randomId, type Base } from "./store.ts";
import type { World } from "./world.ts";

/** A link expires after this time, and after one visit. */
const LINK_SECONDS = 300;

/** An Express account, whose owner Stripe asks for all details. */
export type ConnectedAccount = Base<"account"> & {
  country: string;
  email: string | null;
  details_submitted: boolean;
  payouts_enabled: boolean;
  /** The only capability needed for transfers; `null` if not requested. */
  transfers: "active" | "inactive" | "pending" | null;
  metadata: Metadata;
};

export type AccountLink = Base<"account_link"> & {
  account: string;
  expires_at: number;
  refresh_url: string;
  return_url: string;
  /** Whether the link was opened. */
  used: boolean;
  /** Last part of the link's URL. */
  secret: string;
};

const CREATE = shape({
  type: ["express"],
  country: "string",
  email: "string",
  capabilities: { hash: { transfers: { hash: { requested: "boolean" } } } },
  metadata: "metadata",
});

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["type"]);
  return world.create("account", {
    id: randomId("acct_1", 15),
    country: values.country ?? "GB",
    email: values.email ?? null,
    details_submitted: false,
    payouts_enabled: false,
    transfers: values.capabilities?.transfers?.requested ? "inactive" : null,
    metadata: mergeMetadata({}, values.metadata),
  });
};

/** Retrieves an account; foreign and missing ones are refused alike. */
const retrieve: Handler = (world, { parameters, ids }) => {
  readParameters(parameters, {});
  const [id = ""] = ids;
  const found = world.store.find("account", id);
  if (found) return found;
  throw invalid(
    `The provided key '${"*".repeat(8)}' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    { code: "account_invalid" },
    403,
  );
};

const createLink: Handler = (world, { parameters }) => {
  const values = readParameters(
    parameters,
    { account: "string", type: ["account_onboarding"], refresh_url: "string", return_url: "string" },
    ["account", "type", "refresh_url", "return_url"],
  );
  for (const name of ["refresh_url", "return_url"] as const)
    if (!URL.canParse(values[name] ?? ""))
      throw invalid("Not a valid URL", { code: "url_invalid", param: name });
  const link = world.create("account_link", {
    id: randomId("link_", 14),
    account: world.store.get("account", values.account, "account").id,
    expires_at: world.now() + LINK_SECONDS,
    refresh_url: values.refresh_url ?? "",
    return_url: values.return_url ?? "",
    used: false,
    secret: randomId("", 24),
  });
  return { plain: renderAccountLink(world, link) };
};

/** Links have no id, and no list. */
export const renderAccountLink = (world: World, link: AccountLink): Json => ({
  object: link.object,
  created: link.created,
  expires_at: link.expires_at,
  url: `${world.origin}/connect/${link.secret}`,
});

/** Accounts look the same in both versions. */
export function renderConnectedAccount(_world: World, account: ConnectedAccount): Json {
  const { transfers, ...rest } = account;
  return {
    ...rest,
    business_profile: null,
    business_type: null,
    capabilities: transfers === null ? {} : { transfers },
    charges_enabled: false,
    default_currency: "gbp",
    type: "express",
  };
}

export const connectedAccountRoutes: Route[] = [
  ["POST", "/v1/accounts", create],
  ["GET", "/v1/accounts", list("account")],
  ["GET", "/v1/accounts/:id", retrieve],
  ["POST", "/v1/account_links", createLink],
];
