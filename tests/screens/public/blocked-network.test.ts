// Networks that block uploads, a server that is down for a while, and lost connections.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { hurryWaits } from "../../support/screens/handles.ts";
import { failImports } from "../../support/screens/loader.ts";
import { eventually, fill } from "../../support/screens/look.ts";
import {
  chooseFilm,
  fillInForm,
  makeReady,
  openVideoPage,
  submit,
  submitButton,
  thanks,
} from "../../support/screens/record-page.ts";
import { behind, type Call } from "../../support/screens/shell.ts";
import type { Page } from "../../support/screens/page.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const FILM = "tests/fixtures/wk_frag.mp4";
const FORM = "/functions/v1/submit-testimonial";
const BLOCKED =
  "This network does not let your video through. It is still here, with your details: switch to another Wi-Fi or to mobile data, then press submit.";

const isUpload = (path: string) => path.startsWith("/api/uploads");
/** The request that creates an upload and brings its first bytes. */
const isCreationWithBytes = ({ method, path, init }: Call) =>
  path === "/api/uploads" && method === "POST" && new Headers(init.headers).has("content-type");
const carriesBytes = (call: Call) =>
  isCreationWithBytes(call) ||
  (isUpload(call.path) &&
    (new Headers(call.init.headers).get("x-http-method-override") ?? call.method) === "PATCH");
const page = (status: number, headers: Record<string, string> = {}) =>
  new Response("<h1>upstream</h1>", { status, headers: { "content-type": "text/html", ...headers } });
const lost = (): never => {
  throw new TypeError("fetch failed");
};

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

for (const [name, answer] of [
  ["a proxy that answers 403", () => page(403)],
  ["a proxy that answers 405", () => page(405)],
  ["a portal that welcomes with 200", () => page(200)],
  ["a wall that ends the connection", lost],
] as const) {
  test(`goes on as POST behind ${name} to all but GET and POST (SUB27 SUB35)`, async (t) => {
    hurryWaits(t);
    const client = await addClient(sayso);
    const network = behind(sayso, (call) =>
      (isUpload(call.path) && !/GET|POST/.test(call.method)) || isCreationWithBytes(call)
        ? answer()
        : undefined,
    );
    const at = await openVideoPage(t, network, client.custom_slug);
    await makeReady(at, FILM);
    await submit(at);
    await thanks(at);
    await deliveredVideo(sayso, client);
    assert.deepEqual(
      await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ? AND status = 'open'", client.id),
      [],
    );
  });
}

for (const [name, answer] of [
  ["no upload passes at all", () => page(403)],
  ["uploads are swallowed without a word", lost],
] as const) {
  test(`sends the video in the form itself where ${name} (SUB27 SUB35)`, async (t) => {
    hurryWaits(t);
    const client = await addClient(sayso);
    const network = behind(sayso, ({ path }) => (isUpload(path) ? answer() : undefined));
    const at = await openVideoPage(t, network, client.custom_slug);
    await makeReady(at, FILM);
    await submit(at);
    await thanks(at);
    const { row } = await deliveredVideo(sayso, client);
    assert.equal(row.container, "mp4");
  });
}

test("tries again after the platform's page of 500, and blames no network (SUB27)", async (t) => {
  hurryWaits(t);
  const client = await addClient(sayso);
  let asked = 0;
  const network = behind(sayso, ({ path }) => {
    if (path !== "/api/uploads" && path !== FORM) return undefined;
    asked += 1;
    return asked % 2 === 1 ? page(500) : undefined;
  });
  const at = await openVideoPage(t, network, client.custom_slug);
  await makeReady(at, FILM);
  await submit(at);
  await thanks(at);
  assert.equal(asked, 4);
  const { row } = await deliveredVideo(sayso, client);
  assert.equal(row.container, "mp4");
});

test("ends no upload on a poor line that gets further between its failures (SUB27 SUB35)", async (t) => {
  hurryWaits(t);
  const client = await addClient(sayso);
  let patches = 0;
  let isUploaded = false;
  const network = behind(sayso, (call) => {
    if (call.path === FORM) isUploaded = (call.init.body as FormData).has("uploadId");
    if (!carriesBytes(call)) return undefined;
    patches += 1;
    // Two failures of seven tries each, and then something arrives.
    return patches % 15 === 0 || patches > 45 ? undefined : lost();
  });
  const at = await openVideoPage(t, network, client.custom_slug);
  await makeReady(at, FILM);
  await submit(at);
  await thanks(at);
  assert.ok(isUploaded && patches > 45, `${patches} requests`);
  await deliveredVideo(sayso, client);
});

test("ends no upload on a line that is dead for minutes, while the device takes itself for online (SUB27 SUB35)", async (t) => {
  hurryWaits(t);
  const client = await addClient(sayso);
  let losses = 0;
  let dead = true;
  let formsWithVideo = 0;
  const network = behind(sayso, ({ path, init }) => {
    if (!isUpload(path) && path !== "/robots.txt" && path !== FORM) return undefined;
    if (path === FORM && !(init.body as FormData).has("uploadId")) formsWithVideo += 1;
    if (!dead) return undefined;
    losses += 1;
    return lost();
  });
  const at = await openVideoPage(t, network, client.custom_slug);
  await makeReady(at, FILM);
  await submit(at);
  await at.waitForText("We cannot reach our server");
  // More than an upload takes for a network that forbids uploads.
  await eventually(() => assert.ok(losses > 40));
  dead = false;
  await thanks(at);
  assert.equal(formsWithVideo, 0);
  await deliveredVideo(sayso, client);
});

test("says on the page and in a toast that this network stands in the way, and keeps the video for another (SUB27)", async (t) => {
  const client = await addClient(sayso);
  let blocks = true;
  const network = behind(sayso, ({ path }) => {
    if (!blocks) return undefined;
    if (isUpload(path)) return page(403);
    return path === FORM ? page(200) : undefined;
  });
  const at = await openVideoPage(t, network, client.custom_slug);
  await makeReady(at, FILM);
  await submit(at);
  await at.toast("Submission Failed", BLOCKED);
  await eventually(() => assert.equal(at.text().split(BLOCKED).length - 1, 2));
  assert.doesNotMatch(at.text(), /Please try again|This account is currently not active/);
  blocks = false;
  await submit(at);
  await thanks(at);
  await deliveredVideo(sayso, client);
});

for (const leaves of [true, false]) {
  test(`${leaves ? "resumes at the next visit what failed as its page was left" : "waits for submit at the next visit after a failure"} (SUB35 REC26)`, async (t) => {
    const client = await addClient(sayso);
    const isNoted = () => at.window.localStorage.getItem("sayso-sending") !== null;
    const network = behind(sayso, async ({ path }) => {
      if (isUpload(path)) return page(403);
      if (path !== FORM) return undefined;
      await eventually(() => assert.ok(isNoted()));
      if (leaves) at.window.dispatchEvent(new at.window.Event("beforeunload"));
      return page(200);
    });
    const at: Page = await openVideoPage(t, network, client.custom_slug);
    await makeReady(at, FILM);
    await submit(at);
    await at.toast("Submission Failed", BLOCKED);
    assert.equal(isNoted(), leaves);
  });
}

const isPost = ({ method }: Call) => method === "POST";
for (const [name, isMeant, status, headers] of [
  ["with 503 for its bytes", carriesBytes, 503, {}],
  ["with 429 and a moment to wait", isPost, 429, { "Retry-After": "1" }],
  ["with 503 as the upload is opened", isPost, 503, { "Retry-After": "1" }],
] as const) {
  test(`waits by itself for a server that answers ${name} (SUB27)`, async (t) => {
    hurryWaits(t);
    const client = await addClient(sayso);
    let refusals = 3;
    const network = behind(sayso, (call) => {
      if (!isUpload(call.path) || !isMeant(call) || refusals === 0) return undefined;
      refusals -= 1;
      return page(status, headers);
    });
    const at = await openVideoPage(t, network, client.custom_slug);
    await makeReady(at, FILM);
    const texts: string[] = [];
    new at.window.MutationObserver(() => texts.push(at.text())).observe(at.window.document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    await submit(at);
    await thanks(at);
    assert.equal(refusals, 0);
    const busy = "Our server is busy. Your video continues automatically in a moment";
    assert.ok(texts.some((text) => text.includes(busy)));
    assert.ok(!texts.some((text) => /upstream|Send it now, as it was recorded/.test(text)));
    await deliveredVideo(sayso, client);
  });
}

test("sends a form that the server cannot take now again, with the same key, until it can (SUB27 SUB31)", async (t) => {
  hurryWaits(t);
  const client = await addClient(sayso);
  const keys: (string | null)[] = [];
  const network = behind(sayso, ({ path, init }) => {
    if (path !== FORM) return undefined;
    keys.push(new Headers(init.headers).get("idempotency-key"));
    return keys.length < 4 ? page(503, { "Retry-After": "1" }) : undefined;
  });
  const at = await openVideoPage(t, network, client.custom_slug);
  await makeReady(at, FILM);
  await submit(at);
  await thanks(at);
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys).size, 1);
  await deliveredVideo(sayso, client);
});

test("obeys a server that asks for minutes and says its time, and lets who does not want to wait cancel (SUB27)", async (t) => {
  let busy = true;
  const network = behind(sayso, ({ path }) =>
    path === FORM && busy ? page(503, { "Retry-After": "900" }) : undefined,
  );
  const at = await openVideoPage(t, network, (await addClient(sayso)).custom_slug);
  await makeReady(at, FILM);
  await submit(at);
  await at.waitForText(
    /Our server is busy\. Your video continues automatically at \d\d:\d\d: keep this page open\./,
  );
  await at.click("button", /^Cancel/);
  await eventually(() => assert.ok(!submitButton(at).disabled));
  assert.equal((at.field("Name") as HTMLInputElement).value, "Ann Example");
  busy = false;
  await submit(at);
  await thanks(at);
});

test("says that it is offline, waits, and goes on by itself when the connection is back (SUB27)", async (t) => {
  const at = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
  await makeReady(at, FILM);
  const setOnline = (onLine: boolean) => {
    Object.defineProperty(at.window.navigator, "onLine", { configurable: true, value: onLine });
    at.window.dispatchEvent(new at.window.Event(onLine ? "online" : "offline"));
  };
  setOnline(false);
  await submit(at);
  await at.waitForText("You are offline.");
  setOnline(true);
  await thanks(at);
});

test("sends the same key again after an answer that got lost, and it counts once (SUB27 SUB31)", async (t) => {
  hurryWaits(t);
  const client = await addClient(sayso);
  const keys: (string | null)[] = [];
  const network = behind(sayso, async ({ path, init }) => {
    if (path !== FORM) return undefined;
    keys.push(new Headers(init.headers).get("idempotency-key"));
    if (keys.length > 1) return undefined;
    await sayso.fetch(path, { ...init, headers: new Headers(init.headers) });
    return lost();
  });
  const at = await openVideoPage(t, network, client.custom_slug);
  await makeReady(at, "tests/fixtures/finished.mp4");
  await submit(at);
  await thanks(at);
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  assert.deepEqual(
    await sayso.row(
      "SELECT credits_remaining AS n, (SELECT count(*) FROM submissions WHERE client_id = c.id) AS rows FROM clients c WHERE id = ?",
      client.id,
    ),
    { n: 49, rows: 1 },
  );
});

for (const [moment, isHeld] of [
  ["whose bytes are on their way", ({ method }: Call) => method === "PATCH"],
  ["whose address is still on its way", isPost],
] as const) {
  test(`removes a cancelled upload ${moment} from the server, and keeps the form (SUB35)`, async (t) => {
    const client = await addClient(sayso);
    const isOpen = () => sayso.row("SELECT 1 FROM uploads WHERE client_id = ?", client.id);
    const cancelled = Promise.withResolvers<void>();
    const network = behind(sayso, async (call) => {
      if (!isUpload(call.path)) return undefined;
      if (!isHeld(call)) return isCreationWithBytes(call) ? lost() : undefined;
      const answer = sayso.fetch(call.path, call.init);
      // Cancelling aborts a request that has not been answered yet.
      answer.catch(() => undefined);
      await cancelled.promise;
      return answer;
    });
    hurryWaits(t);
    const at = await openVideoPage(t, network, client.custom_slug);
    await makeReady(at, FILM);
    await submit(at);
    await until("the upload is open", isOpen);
    await at.click("button", "Cancel upload");
    await eventually(() => assert.ok(!submitButton(at).disabled));
    assert.ok(at.lacks("Submission Failed"));
    assert.equal((at.field("Name") as HTMLInputElement).value, "Ann Example");
    cancelled.resolve();
    await until("the upload is gone", async () => !(await isOpen()));
  });
}

test("sends an upload once more by itself that the server does not have whole (SUB35 REC26)", async (t) => {
  let refusals = 1;
  const error = "The video has not arrived completely yet.";
  const network = behind(sayso, ({ path }) => {
    if (path !== FORM || refusals === 0) return undefined;
    refusals -= 1;
    return Response.json({ success: false, error, code: "upload_incomplete" }, { status: 409 });
  });
  const at = await openVideoPage(t, network, (await addClient(sayso)).custom_slug);
  await makeReady(at);
  await submit(at);
  await thanks(at);
  assert.equal(refusals, 0);
});

test("sends without rules, which did not arrive with the page, and lets the server say what is wrong (REC28 SUB27)", async (t) => {
  t.mock.method(console, "warn", () => {});
  hurryWaits(t);
  const client = await addClient(sayso);
  failImports(t, /\/(rules|video|fallback-core)(_bg)?\.(js|ts|wasm)/);
  const at = await openVideoPage(t, sayso, client.custom_slug);
  await chooseFilm(at, FILM);
  await fillInForm(at, { name: "?" });
  await submit(at);
  await at.waitForText("Name contains invalid characters");
  fill(at.field("Name"), "Ann Example");
  await submit(at);
  await thanks(at);
  const row = await sayso.row("SELECT unfinished FROM submissions WHERE client_id = ?", client.id);
  assert.notEqual(row?.unfinished, null, "it is sent as it was made, and the business is told");
});

test("carries the video in the form without the code of uploads (SUB27 SUB35)", async (t) => {
  t.mock.method(console, "warn", () => {});
  hurryWaits(t);
  const client = await addClient(sayso);
  failImports(t, /\/upload\/upload\.ts/);
  const at = await openVideoPage(t, sayso, client.custom_slug);
  await makeReady(at, FILM);
  await submit(at);
  await thanks(at);
  assert.ok(!at.calls.some((call) => isUpload(call.split(" ")[1] ?? "")));
  await deliveredVideo(sayso, client);
});
