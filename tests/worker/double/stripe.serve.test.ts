// The Stripe double as its own process: events reach the given URL, and the state survives a restart.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, it } from "node:test";
import { Stripe } from "stripe";
import { nodeClient } from "../../support/doubles/stripe/node-client.ts";
import { startReceiver } from "../../support/doubles/stripe/receiver.ts";

const SERVE = new URL("../../support/doubles/stripe/serve.ts", import.meta.url).pathname;

describe("the Stripe double as a process", () => {
  const folder = mkdtempSync(join(tmpdir(), "stripe-state-"));
  const state = join(folder, "state.json");
  const secretKey = "sk_test_served";
  const running: ChildProcess[] = [];
  after(() => {
    for (const one of running) one.kill();
    rmSync(folder, { recursive: true });
  });

  const start = async (...more: string[]) => {
    const server = spawn(process.execPath, [SERVE, "--key", secretKey, "--state", state, ...more]);
    running.push(server);
    const [line] = (await once(createInterface(server.stdout), "line")) as [string];
    const url = /^listening on (http:\S+)$/.exec(line)?.[1] ?? "";
    const stop = async () => {
      server.kill();
      await once(server, "close");
    };
    return { url, stripe: nodeClient({ url, secretKey }), stop };
  };

  it("says where it listens, tells its webhook, and knows after a restart what was there before", async () => {
    const receiver = await startReceiver();
    const hook = ["--webhook", receiver.url, "--secret", "whsec_served"];
    const first = await start(...hook);
    const { id } = await first.stripe.customers.create({ name: "Kept" });
    await fetch(first.url, { method: "POST", body: new URLSearchParams({ action: "month" }) });
    await first.stop();
    assert.deepEqual(receiver.types(), ["customer.created"]);
    assert.equal(receiver.verify(receiver.received[0], "whsec_served").type, "customer.created");

    const second = await start(...hook);
    const held = (await second.stripe.customers.retrieve(id)) as Stripe.Customer;
    assert.equal(held.name, "Kept");
    assert.equal(
      (await second.stripe.webhookEndpoints.list()).data.length,
      1,
      "the webhook is registered once",
    );
    const later = await second.stripe.customers.create({});
    assert.ok(later.created - held.created > 27 * 86_400, "the clock stays where it was moved to");
    await second.stop();
    await receiver.close();
  });

  it("tells its webhook at another address, by the same secret, and ends with whoever started it", async () => {
    const [earlier, moved] = [await startReceiver(), await startReceiver()];
    const first = await start("--webhook", earlier.url, "--secret", "whsec_moved");
    await first.stop();
    const second = await start("--webhook", moved.url, "--secret", "whsec_moved", "--until-stdin-ends");
    await second.stripe.customers.create({ name: "Told" });
    const urls = (await second.stripe.webhookEndpoints.list()).data.map(({ url }) => url);
    assert.ok(urls.includes(moved.url) && !urls.includes(earlier.url));
    const ended = once(running.at(-1) as ChildProcess, "close");
    running.at(-1)?.stdin?.end();
    assert.deepEqual((await ended)[0], 0);
    await earlier.close();
    await moved.close();
  });
});
