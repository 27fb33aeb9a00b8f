// The testimonial form: fields, validation, and refusals by the server.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { disableTimeouts } from "../../support/screens/handles.ts";
import { eventually, fill, hasFocus, look, textOf } from "../../support/screens/look.ts";
import type { Page } from "../../support/screens/page.ts";
import { without } from "../../support/screens/pose.ts";
import {
  chooseFilm,
  filmFile,
  fillInForm,
  makeReady,
  openVideoPage,
  problem,
  submit,
  submitButton,
  TAKE,
  thanks,
} from "../../support/screens/record-page.ts";
import { behind } from "../../support/screens/shell.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

/** The app's time limit for loading its rules. */
const CORE_MS = 4000;
const FORM = "/functions/v1/submit-testimonial";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const sent = (page: Page) => page.calls.filter((call) => !call.startsWith("GET"));
const value = (page: Page, label: string) => (page.field(label) as HTMLInputElement).value;
const description = (page: Page, label: string) =>
  textOf(page.window.document.getElementById(page.field(label).getAttribute("aria-describedby") ?? ""));

test("submits only with a video, both fields and both consents (SUB14)", async (t) => {
  const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
  const isReady = (expected: boolean) =>
    eventually(() => assert.equal(!submitButton(page).disabled, expected));
  await isReady(false);
  await fillInForm(page);
  await isReady(false);
  await chooseFilm(page, TAKE);
  await isReady(true);
  for (const box of page.all("checkbox")) {
    await page.user.click(box);
    await isReady(false);
    await page.user.click(box);
    await isReady(true);
  }
  for (const label of ["Name", "Email"]) {
    fill(page.field(label), "  ");
    await isReady(false);
    fill(page.field(label), "ann@example.com");
  }
  fill(page.field("Name"), "Ann");
  await isReady(true);
});

for (const [id, label, typed, message] of [
  ["SUB15", "Name", "a".repeat(101), "Name too long"],
  ["SUB16", "Name", "Ann @ home", "Name contains invalid characters"],
  ["SUB17", "Email", "ann@", "Invalid email address"],
  ["SUB17", "Email", `${"a".repeat(244)}@example.com`, "Email too long"],
] as const) {
  test(`says "${message}" beside the field, and no more once it is mended (${id} SUB20)`, async (t) => {
    const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
    await makeReady(page);
    fill(page.field(label), typed);
    await submit(page);
    await page.toast("Validation Error", "Please check your input and try again.");
    await eventually(() => assert.equal(description(page, label), message));
    await hasFocus(() => page.field(label));
    fill(page.field(label), label === "Name" ? "ann example" : "ann@example.com");
    await eventually(() => assert.ok(page.lacks(message)));
    assert.deepEqual(sent(page), []);
  });
}

test("says on Enter what is missing, but not on one that confirms a word of an input method (ERR01 SUB15 SUB18)", async (t) => {
  const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
  const email = await page.findField("Email");
  fill(email, "ann@example.com");
  const { KeyboardEvent } = page.window;
  for (const how of [{ isComposing: true }, { keyCode: 229 }])
    email.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, ...how }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(page.lacks("Name is required"));
  await page.user.keyboard("{Enter}");
  await page.toast("Missing Information", "Please fill in all required fields and provide consent.");
  await page.findText("Name is required");
  for (const box of page.all("checkbox")) {
    const why = page.window.document.getElementById(box.getAttribute("aria-describedby") ?? "");
    assert.deepEqual([box.getAttribute("aria-invalid"), textOf(why) === ""], ["true", false]);
  }
});

test("keeps the video as it is while it is being sent (SUB27)", async (t) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  const slow = behind(sayso, ({ path }) => (path === FORM ? (answered as never) : undefined));
  const page = await openVideoPage(t, slow, (await addClient(sayso)).custom_slug);
  await makeReady(page);
  await submit(page);
  await page.find("button", "Cancel upload");
  await eventually(() => {
    assert.ok(page.get("button", "Record instead").hasAttribute("disabled"));
    assert.ok(page.field("Choose another video").hasAttribute("disabled"));
  });
  answer(undefined);
  await thanks(page);
});

test("says Client Error on a page without a client id, and sends nothing (SUB19)", async (t) => {
  const client = await addClient(sayso);
  const nameless = behind(sayso, async ({ path, init }) => {
    if (!path.startsWith("/record/")) return undefined;
    const answer = await sayso.fetch(path, init);
    return new Response((await answer.text()).replaceAll(`"id":"${client.id}"`, '"id":""'), answer);
  });
  const page = await openVideoPage(t, nameless, client.custom_slug);
  await makeReady(page);
  await submit(page);
  await page.toast("Client Error");
  assert.deepEqual(
    page.calls.filter((call) => /\/(api|functions)\//.test(call)),
    [],
  );
});

test("notes whether the watermark is on, and what it says (SUB13 WMK11)", async (t) => {
  const none = await addClient(sayso);
  const named = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Blue Door\nBakery" });
  const unnamed = await addClient(sayso, { watermark_enabled: 1, watermark_text: null });
  const page = await openVideoPage(t, sayso, none.custom_slug);
  await page.waitForText("Watermark disabled. Your video will not show a name.");
  await page.goto(`/record/${named.custom_slug}/video`);
  await page.waitForText("Watermark enabled. Your video will show “Blue Door Bakery”.");
  await page.goto(`/record/${unnamed.custom_slug}/video`);
  await page.waitForText("Watermark enabled. Your video will show “Corner Shop”.");
});

test("links to privacy and terms, in a new tab (SUB12)", async (t) => {
  const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
  const main = look(page.get("main"));
  for (const [name, path] of [
    [/^Privacy Policy/, "/privacy"],
    [/^Terms & Conditions/, "/terms"],
  ] as const) {
    const link = main.get("link", name);
    assert.deepEqual([link.getAttribute("href"), link.getAttribute("target")], [path, "_blank"]);
  }
});

test("BUDGET lets nothing leave the device before submit is pressed with both consents ticked, and then two requests (REC32 SUB35)", async (t) => {
  const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
  await chooseFilm(page, TAKE);
  fill(page.field("Name"), "Ann");
  fill(page.field("Email"), "ann@example.com");
  const [data, marketing] = page.all("checkbox");
  await page.user.click(data ?? assert.fail());
  page.field("Email").focus();
  await page.user.keyboard("{Enter}");
  await page.toast("Missing Information");
  await page.waitForText("Ready to send");
  assert.deepEqual(sent(page), []);
  await page.user.click(marketing ?? assert.fail());
  await submit(page);
  await thanks(page);
  assert.deepEqual(sent(page), ["POST /api/uploads", `POST ${FORM}`], "one brings the video, one the form");
});

test("says that it failed, keeps everything, and the next try succeeds (ERR01 SUB27)", async (t) => {
  let refusals = 1;
  const refusing = behind(sayso, ({ path }) => {
    if (path !== FORM || refusals === 0) return undefined;
    refusals -= 1;
    return Response.json({ success: false, error: "no" }, { status: 409 });
  });
  const page = await openVideoPage(t, refusing, (await addClient(sayso)).custom_slug);
  await makeReady(page);
  await submit(page);
  await page.toast("Submission Failed", "Failed to submit testimonial. Please try again.");
  assert.equal(value(page, "Name"), "Ann Example");
  page.field("Your recorded video");
  await submit(page);
  await thanks(page);
});

test("makes one upload and one submission of three taps in one go (SUB31)", async (t) => {
  const client = await addClient(sayso);
  const page = await openVideoPage(t, sayso, client.custom_slug);
  await makeReady(page);
  await eventually(() => assert.ok(!submitButton(page).disabled));
  const button = submitButton(page);
  for (let tap = 0; tap < 3; tap += 1) button.click();
  await thanks(page);
  assert.equal((await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).length, 1);
  assert.equal(page.window.document.querySelectorAll("[data-sonner-toast]").length, 1);
});

test("lets no film that is still looked into take the place of the one that is sent (SUB27)", async (t) => {
  const client = await addClient(sayso);
  const page = await openVideoPage(t, sayso, client.custom_slug);
  await makeReady(page);
  // Reading the second film is delayed.
  const second = await filmFile("tests/fixtures/wk_frag.mp4");
  const { promise: isSent, resolve: release } = Promise.withResolvers<void>();
  const slice = second.slice.bind(second);
  let reads = 0;
  second.slice = (...range) => {
    const part = slice(...range);
    const read = part.arrayBuffer.bind(part);
    part.arrayBuffer = async () => {
      reads += 1;
      await isSent;
      return read();
    };
    return part;
  };
  await chooseFilm(page, second, "Choose another video");
  await eventually(() => assert.ok(reads > 0));
  await submit(page);
  await thanks(page);
  const row = await sayso.row("SELECT size_bytes FROM submissions WHERE client_id = ?", client.id);
  assert.equal(row?.size_bytes, (await readFile(TAKE)).length);
  const player = () => (page.field("Your recorded video") as HTMLVideoElement).src;
  const shown = player();
  release();
  // Long after it is read.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
  assert.equal(player(), shown);
});

test("shows Submission failed for a refusal without a text of its own (SUB25)", async (t) => {
  const answers = [
    [FORM, () => Response.json({ success: false }, { status: 409 })],
    ["/api/uploads", () => new Response("", { status: 415, headers: { "Tus-Resumable": "1.0.0" } })],
  ] as const;
  let refused = 0;
  const refusing = behind(sayso, ({ path }) => {
    const [at, answer] = answers[refused] ?? [];
    if (path !== at) return undefined;
    refused += 1;
    return answer?.();
  });
  const page = await openVideoPage(t, refusing, (await addClient(sayso)).custom_slug);
  await makeReady(page);
  await submit(page);
  await problem(page, /^Submission failed$/);
  const player = () => (page.field("Your recorded video") as HTMLVideoElement).src;
  const first = player();
  await chooseFilm(page, "tests/fixtures/wk_frag.mp4", "Choose another video");
  await eventually(() => assert.notEqual(player(), first));
  await submit(page);
  await eventually(() => assert.equal(refused, 2));
  await problem(page, /^Submission failed$/);
});

test("says what is wrong with something that is not on the form, and lets it stay (SUB34)", async (t) => {
  const text = "The consent texts have changed. Please reload the page.";
  const fields = { consentVersion: text, customerName: "Name too long" };
  const refusing = behind(sayso, ({ path }) =>
    path === FORM ? Response.json({ success: false, error: "no", fields }, { status: 400 }) : undefined,
  );
  const page = await openVideoPage(t, refusing, (await addClient(sayso)).custom_slug);
  await makeReady(page);
  await submit(page);
  await page.toast("Validation Error", "Please check your input and try again.");
  assert.equal((await problem(page, text)).text(), text);
  assert.equal(description(page, "Name"), "Name too long");
});

test("names credits that ran out meanwhile, with the way to support (SUB22 SUB27)", async (t) => {
  const client = await addClient(sayso);
  const page = await openVideoPage(t, sayso, client.custom_slug);
  await makeReady(page);
  await sayso.change("UPDATE clients SET credits_remaining = 0 WHERE id = ?", client.id);
  await submit(page);
  const alert = await problem(page, "This account has no credits remaining.");
  assert.ok(alert.text().includes("Please contact support if you believe this is an error."));
  alert.get("link", /^Contact Support/);
});

for (const [title, bytes, reason] of [
  ["a page", "<html><script>alert(1)</script></html>", "This file is not a video we can accept."],
  ["half a header", "\0\0\0\x18ftypisom", "This video is incomplete."],
] as const) {
  test(`refuses a file that is no video when it is chosen, with the server's words: ${title} (SUB33)`, async (t) => {
    disableTimeouts(t, CORE_MS);
    const page = await openVideoPage(t, sayso, (await addClient(sayso)).custom_slug);
    await chooseFilm(page, Buffer.from(bytes, "latin1"));
    await problem(page, reason);
    await page.waitForText("Still needed: a video");
    assert.deepEqual(sent(page), []);
  });
}

test("leaves it to the server to refuse a file without WebAssembly (SUB33)", async (t) => {
  const client = await addClient(sayso);
  const page = await openVideoPage(t, sayso, client.custom_slug, () => without(t, "WebAssembly"));
  await chooseFilm(page, Buffer.from("<html></html>"));
  await fillInForm(page);
  await submit(page);
  await problem(page, "not a video we can accept");
  const row = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
  assert.equal(row?.n, 50);
});
