// Sources of the dependencies: the lists of components are only as good as these.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("every crate is one of the workspace, or of the one registry with its hash", () => {
  const packages = readFileSync("Cargo.lock", "utf8").split("[[package]]").slice(1);
  assert.ok(packages.length > 100);
  const field = (text: string, name: string) => new RegExp(`^${name} = "(.*)"$`, "m").exec(text)?.[1];
  const own = packages
    .filter((text) => field(text, "source") === undefined)
    .map((text) => field(text, "name"));
  assert.deepEqual(own.toSorted(), [
    "domain",
    "media-wasm",
    "sayso-worker",
    "statement-wasm",
    "wasm-bindings",
    "xtask",
  ]);
  const sources = new Set(packages.map((text) => field(text, "source")));
  sources.delete(undefined);
  assert.equal(sources.size, 1, [...sources].join());
  for (const text of packages) {
    const source = field(text, "source");
    if (source === undefined) continue;
    assert.match(source, /^registry\+/, field(text, "name"));
    assert.match(field(text, "checksum") ?? "", /^[0-9a-f]{64}$/, field(text, "name"));
  }
});

test("every npm package is of the registry with its SHA-512", () => {
  type Locked = { packages: Record<string, { resolved?: string; integrity?: string; inBundle?: boolean }> };
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Locked;
  const foreign = Object.entries(packages).filter(([path]) => path !== "");
  assert.ok(foreign.length > 100);
  for (const [path, { resolved, integrity, inBundle }] of foreign) {
    // A package bundled in another is covered by that one's hash.
    if (inBundle) continue;
    // Without a URL it is from the registry; git and file dependencies have one.
    assert.equal(resolved, undefined, path);
    assert.match(integrity ?? "", /^sha512-/, path);
  }
});
