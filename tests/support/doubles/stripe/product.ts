import { given, mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import { invalid } from "./errors.ts";
import type { Json } from "./render.ts";
import { equal, filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** Its prices are separate objects. */
export type Product = Base<"product"> & {
  name: string;
  active: boolean;
  description: string | null;
  default_price: string | null;
  images: string[];
  metadata: Metadata;
  statement_descriptor: string | null;
  unit_label: string | null;
  url: string | null;
  updated: number;
};

const FIELDS = shape({
  name: "string",
  active: "boolean",
  description: "string",
  images: { list: "string" },
  metadata: "metadata",
  statement_descriptor: "string",
  unit_label: "string",
  url: "string",
});
/** Parameters of a product created inline with its price. */
export const INLINE_PRODUCT = shape({ name: "string", metadata: "metadata", description: "string" });

/** Creates a product; other fields have Stripe's defaults. */
export function addProduct(world: World, fields: Partial<Product> & { name: string }): Product {
  return world.create("product", {
    active: true,
    description: null,
    default_price: null,
    images: [],
    metadata: {},
    statement_descriptor: null,
    unit_label: null,
    url: null,
    updated: world.now(),
    ...fields,
  });
}

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, { ...FIELDS, id: "string" }, ["name"]);
  if (values.id && world.store.find("product", values.id))
    throw invalid(`Product already exists.`, { code: "resource_already_exists", param: "id" });
  return addProduct(world, {
    ...(values.id && { id: values.id }),
    name: values.name ?? "",
    active: values.active ?? true,
    description: values.description ?? null,
    images: values.images ?? [],
    metadata: mergeMetadata({}, values.metadata),
    statement_descriptor: values.statement_descriptor ?? null,
    unit_label: values.unit_label ?? null,
    url: values.url ?? null,
  });
};

const update: Handler = (world, { parameters, ids }) => {
  const product = world.store.get("product", ids[0]);
  const values = readParameters(parameters, { ...FIELDS, default_price: "string" });
  return world.change(product, {
    name: values.name ?? product.name,
    active: values.active ?? product.active,
    description: given(values.description, product.description),
    default_price: values.default_price
      ? world.store.get("price", values.default_price, "default_price").id
      : product.default_price,
    images: values.images ?? product.images,
    metadata: mergeMetadata(product.metadata, values.metadata),
    statement_descriptor: given(values.statement_descriptor, product.statement_descriptor),
    unit_label: given(values.unit_label, product.unit_label),
    url: given(values.url, product.url),
    updated: world.now(),
  });
};

const remove: Handler = (world, { ids }) => {
  const { id } = world.store.get("product", ids[0]);
  if (world.store.all("price").some(({ product }) => product === id))
    throw invalid("This product cannot be deleted because it has one or more user-created prices.");
  world.store.remove("product", id);
  return { id, object: "product", deleted: true };
};

/** Renders a product in a version. */
export function renderProduct(world: World, product: Product, version: Version): Json {
  return {
    ...product,
    livemode: world.settings.livemode,
    [version === EARLIER ? "features" : "marketing_features"]: [],
    package_dimensions: null,
    shippable: null,
    tax_code: null,
    ...(version !== EARLIER && { tax_details: null }),
    type: "service",
  };
}

export const productRoutes: Route[] = [
  ["POST", "/v1/products", create],
  [
    "GET",
    "/v1/products",
    list("product", {
      active: filterOf("boolean", ({ active }, wanted) => active === wanted),
      ids: filterOf({ list: "string" }, ({ id }, wanted) => wanted.includes(id)),
      url: equal("url"),
    }),
  ],
  ["GET", "/v1/products/:id", retrieve("product")],
  ["POST", "/v1/products/:id", update],
  ["DELETE", "/v1/products/:id", remove],
];
