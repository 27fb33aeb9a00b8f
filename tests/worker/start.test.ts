// `cargo xtask start` on a machine without any key: a visitor buys a plan there, and becomes a client.
import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { freePort } from "../support/runtime/free-port.ts";
import { pay } from "../support/doubles/stripe/node-client.ts";
import { until } from "../support/runtime/worker.ts";
import type { AffiliateDashboard } from "#api/generated/affiliate.ts";
import type { ClientPage } from "#api/generated/admin.ts";

/** The program that `cargo xtask` runs: cargo itself would wait here while it compiles something else. */
const XTASK = "target/debug/xtask";

/** Starting takes some seconds for each of a dozen calls of wrangler. */
const START_MS = 240_000;
/** Skips purchases that would go through a developer's own Stripe account. */
const hasOwnAccount =
  existsSync(".dev.vars") && /^STRIPE_SECRET_KEY[ \t]*=[ \t]*"?\w/m.test(readFileSync(".dev.vars", "utf8"));

const state = mkdtempSync(join(tmpdir(), "sayso-start-"));
const running: ChildProcess[] = [];
after(() => {
  for (const one of running) one.kill();
  rmSync(state, { recursive: true, force: true });
});

/** Starts the product, and waits until it greets. */
async function start(port: number) {
  const server = spawn(XTASK, ["start", "--port", String(port)], {
    env: { ...process.env, SAYSO_STATE: state },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(server);
  const lines: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    lines.push(line);
    if (line.startsWith("Press Ctrl+C")) break;
  }
  server.stdout.resume();
  const greeting = lines.join("\n");
  const payments = /Payments (http:\S+)\//.exec(greeting)?.[1] ?? "";
  const stop = async () => {
    server.kill("SIGINT");
    await once(server, "close");
  };
  return { origin: `http://127.0.0.1:${port}`, greeting, payments, stop };
}

/** The link of `Get Started`, from the data in the home page. */
async function paymentPage(origin: string): Promise<string> {
  const document = await (await fetch(`${origin}/`)).text();
  return /"payment_link_standard":"([^"]+)"/.exec(document)?.[1] ?? "none";
}

const USERS = {
  admin: { email: "admin@sayso.example", password: "counter-bell-admin" },
  affiliate: { email: "pat@partners.example", password: "counter-bell-partner" },
};

/** The API's answer to a demo user. */
async function ask<T>(origin: string, area: keyof typeof USERS, path: string): Promise<T> {
  const login = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ area, ...USERS[area] }),
  });
  const cookie = login.headers.getSetCookie().map((text) => text.split(";")[0]);
  const answer = await fetch(`${origin}/api/${area}/${path}`, { headers: { cookie: cookie.join("; ") } });
  return (await answer.json()) as T;
}

/** The companies that an admin sees. */
const companies = async (origin: string) =>
  (await ask<ClientPage>(origin, "admin", "clients")).clients.map(({ company_name: name }) => name);

/** Fires a schedule, as `start` does each minute. */
const fire = (origin: string, cron: string) =>
  fetch(`${origin}/cdn-cgi/handler/scheduled?${new URLSearchParams({ cron })}`);

test(
  "BIL02 BIL11 AFF21 PUB13 a newcomer starts the product, finds a wall of the demo's testimonials and a partner with clients, buys a plan with a test card, and is a client; also after a restart elsewhere",
  { skip: hasOwnAccount && "a Stripe account of one’s own is set in .dev.vars", timeout: 2 * START_MS },
  async () => {
    const first = await start(await freePort());
    assert.match(first.greeting, /test payments: no money moves/);
    assert.match(await (await fetch(`${first.payments}/`)).text(), /Test payments\. No money moves\./);
    const beside = spawnSync(XTASK, ["start", "--fresh"], {
      env: { ...process.env, SAYSO_STATE: state },
      encoding: "utf8",
    });
    assert.notEqual(beside.status, 0);
    assert.match(
      beside.stderr,
      /Another `cargo xtask start` holds/,
      "a second one would wipe what the first serves",
    );
    const wall = /http:\S+\/w\/\w+/.exec(first.greeting)?.[0] ?? "";
    const shown = await (await fetch(wall)).text();
    const pages = [...shown.matchAll(/<a href="(\/t\/\w+)" [^>]*>([^<]+)</g)];
    assert.deepEqual(
      pages.map(([, , name]) => name),
      ["Maya Lind", "Tom O&#39;Hara", "Grace Obi"],
    );
    for (const [, path] of pages)
      for (const part of ["", "/film", "/poster.jpg", "/card.jpg"])
        assert.equal((await fetch(`${first.origin}${path}${part}`)).status, 200, `${path}${part}`);
    const bought = await pay(await paymentPage(first.origin), { name: "Newcomer’s Shop" });
    assert.ok(bought.headers.get("location")?.startsWith(`${first.origin}/onboarding?checkout=cs_test_`));
    await until("the client is there", async () =>
      (await companies(first.origin)).includes("Newcomer’s Shop"),
    );
    await until("the demo partner's clients have paid for two months that are closed", async () => {
      await fire(first.origin, "2 * * * *");
      const { referrals, months, pendingPayout } = await ask<AffiliateDashboard>(
        first.origin,
        "affiliate",
        "dashboard",
      );
      return referrals.length === 3 && months.length >= 2 && pendingPayout >= 3000;
    });
    await first.stop();
    await assert.rejects(fetch(`${first.payments}/`), "nothing is left behind");

    const occupied = createServer().listen(Number(new URL(first.payments).port), "127.0.0.1");
    await once(occupied, "listening");
    const second = await start(await freePort());
    occupied.close();
    assert.notEqual(second.payments, first.payments);
    const page = await paymentPage(second.origin);
    assert.ok(page.startsWith(`${second.payments}/pay/`));
    const again = await pay(page, { name: "Second Shop", email: "second@shop.example" });
    assert.ok(
      again.headers.get("location")?.startsWith(`${second.origin}/onboarding`),
      "it leads back to where it is now",
    );
    await until("both are there", async () => {
      const all = await companies(second.origin);
      return ["Newcomer’s Shop", "Second Shop"].every((name) => all.includes(name));
    });
    await second.stop();
  },
);
