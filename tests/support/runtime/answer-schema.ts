// Compares every JSON answer that a test sees with the description of the API.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

type Operation = { responses: Record<string, { content?: Record<string, unknown> }> };

/** The document is compiled piece by piece, as answers are seen. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, allErrors: true });
const API = "https://sayso.test/openapi.json";
const description = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
  paths: Record<string, Record<string, Operation>>;
};
ajv.addSchema(description, API);

/** Patterns of paths, those with the fewest parameters first. */
const PATHS = Object.keys(description.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`) }))
  .toSorted((one, other) => one.path.split("{").length - other.path.split("{").length);

const pointer = (...parts: string[]) =>
  `${API}#/${parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

/** Throws if an API answer does not match its schema. Reads a clone, so that the answer stays readable. */
export async function checkAnswer(method: string, path: string, answer: Response): Promise<void> {
  if (method === "HEAD" || !answer.headers.get("content-type")?.startsWith("application/json")) return;
  const { pathname } = new URL(path, API);
  const route = PATHS.find(({ pattern }) => pattern.test(pathname));
  const operation = route && description.paths[route.path]?.[method.toLowerCase()];
  if (!route || !operation) return;
  const answers = operation.responses["200"]?.content?.["application/json"];
  if (answer.status === 200 && !answers) return;
  const json = ["content", "application/json", "schema"];
  // The health endpoint has a body with 503 too.
  const hasBody = answer.status === 200 || (route.path === "/api/health" && answer.status === 503);
  const schema = hasBody
    ? pointer("paths", route.path, method.toLowerCase(), "responses", "200", ...json)
    : pointer("components", "responses", "Error", ...json);
  const body: unknown = await answer.clone().json();
  const validate = ajv.getSchema(schema);
  assert.ok(validate, `the description has no ${schema}`);
  assert.ok(validate(body), `${method} ${pathname} ${answer.status}: ${ajv.errorsText(validate.errors)}`);
}
