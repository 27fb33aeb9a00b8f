import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Component = {
  name: string;
  version: string;
  purl?: string;
  hashes?: { alg: string; content: string }[];
};
type Sbom = { bomFormat: string; components: Component[] };

test(
  "the lists of components name every crate and npm package of the product with its locked hash",
  { timeout: 1_200_000 },
  () => {
    const made = spawnSync("cargo", ["xtask", "sbom"], { encoding: "utf8" });
    assert.equal(made.status, 0, made.stderr);
    const list = (name: string): Sbom => JSON.parse(readFileSync(`target/sbom/${name}.cdx.json`, "utf8"));
    const lock = readFileSync("Cargo.lock", "utf8");
    for (const name of ["worker", "media-wasm", "statement-wasm"]) {
      const { bomFormat, components } = list(name);
      assert.equal(bomFormat, "CycloneDX");
      const foreign = components.filter(({ hashes }) => hashes);
      assert.ok(foreign.length > 5, name);
      for (const { name: crate, version, hashes } of foreign)
        assert.ok(
          lock.includes(`name = "${crate}"\nversion = "${version}"\n`) &&
            lock.includes(`checksum = "${hashes?.[0]?.content}"`),
          crate,
        );
      const names = components.map((component) => component.name);
      if (name === "worker")
        for (const crate of ["worker", "argon2", "aes-gcm"]) assert.ok(names.includes(crate));
    }
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const packages = new Map(list("web").components.map((one) => [one.name, one.version]));
    for (const [name, version] of Object.entries(dependencies)) assert.equal(packages.get(name), version);
    assert.equal(packages.has("wrangler"), false, "what only builds is in none");
    const changed = spawnSync(
      "git",
      ["status", "--porcelain", "worker", "media-wasm", "statement-wasm", "xtask"],
      {
        encoding: "utf8",
      },
    );
    assert.doesNotMatch(changed.stdout, /sayso-components/);
  },
);
