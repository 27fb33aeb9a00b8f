import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import routes from "#api/generated/routes.json" with { type: "json" };
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

type Description = { openapi: string; paths: Record<string, Record<string, { operationId?: string }>> };

let sayso: Sayso;
let text: string;
let description: Description;
before(async () => {
  sayso = await startWorker();
  text = await (await sayso.fetch("/api/openapi.json")).text();
  description = JSON.parse(text) as Description;
});
after(() => sayso.close());

test("RTE13 the description of the API is served as it is committed", async () => {
  const answer = await sayso.fetch("/api/openapi.json");
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "application/json"]);
  const committed = await readFile(new URL("../../../docs/openapi.json", import.meta.url), "utf8");
  assert.deepEqual(description, JSON.parse(committed));
});

test("RTE13 it is valid OpenAPI 3.1, and no name of an operation stands twice", async () => {
  const result = await new Validator().validate(text);
  assert.deepEqual([result.valid, result.errors], [true, undefined]);
  assert.match(description.openapi, /^3\.1\./);
  const names = Object.values(description.paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.operationId),
  );
  assert.deepEqual([...new Set(names)], names);
});

test("RTE13 it describes every route of the API, the functions and the webhooks, and no other", () => {
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = Object.keys(routes).filter((route) => /^\w+ \/(api|functions|webhooks)\//.test(route));
  assert.deepEqual(described.toSorted(), expected.toSorted());
});
