// Where what is built in comes from: the lists of components are only as good as their sources.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const CRATES = "registry+https://github.com/rust-lang/crates.io-index";
const NPM = "https://registry.npmjs.org/";

test("every crate is one of the workspace, or of crates.io with its hash", () => {
  const packages = readFileSync("Cargo.lock", "utf8").split("[[package]]").slice(1);
  assert.ok(packages.length > 100);
  const field = (text: string, name: string) => new RegExp(`^${name} = "(.*)"$`, "m").exec(text)?.[1];
  const own = packages
    .filter((text) => field(text, "source") === undefined)
    .map((text) => field(text, "name"));
  assert.deepEqual(own.toSorted(), ["domain", "media-wasm", "sayso-worker", "statement-wasm", "xtask"]);
  for (const text of packages) {
    const source = field(text, "source");
    if (source === undefined) continue;
    assert.equal(source, CRATES, field(text, "name"));
    assert.match(field(text, "checksum") ?? "", /^[0-9a-f]{64}$/, field(text, "name"));
  }
});

test("every npm package is of registry.npmjs.org with its SHA-512", () => {
  type Locked = { packages: Record<string, { resolved?: string; integrity?: string; inBundle?: boolean }> };
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Locked;
  const foreign = Object.entries(packages).filter(([path]) => path !== "");
  assert.ok(foreign.length > 100);
  for (const [path, { resolved, integrity, inBundle }] of foreign) {
    // One that comes within another package has that one's hash.
    if (inBundle) continue;
    // Without an address it is of the registry; what is of a repository or a file has one.
    assert.ok(resolved === undefined || resolved.startsWith(NPM), `${path}: ${resolved}`);
    assert.match(integrity ?? "", /^sha512-/, path);
  }
});
