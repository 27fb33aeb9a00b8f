import { readFile } from "node:fs/promises";
import { addClient } from "../../support/clients.ts";
import { storedContents } from "../../support/indexeddb.ts";
import { clearOfToast } from "../clear-of-toast.ts";
import { button, expect, fillInForm, test, toast } from "../sayso.ts";
import { ready, TAKE, withVideo } from "./filled-form.ts";

test("SUB14 submitting needs a video, both fields and both consents", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  const submit = button(page, "Submit Testimonial");
  await expect(submit).toBeDisabled();
  await fillInForm(page);
  await expect(submit).toBeDisabled();
  await withVideo(page);
  await expect(submit).toBeEnabled();
  for (const box of await page.getByRole("checkbox").all()) {
    await box.uncheck();
    await expect(submit).toBeDisabled();
    await box.check();
  }
  for (const label of ["Name", "Email"]) {
    await page.getByRole("textbox", { name: label }).fill("  ");
    await expect(submit).toBeDisabled();
    await page.getByRole("textbox", { name: label }).fill("ann@example.com");
  }
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await expect(submit).toBeEnabled();
});

const fields: [string, string, string, string][] = [
  ["SUB15", "Name", "a".repeat(101), "Name too long"],
  ["SUB16", "Name", "Ann @ home", "Name contains invalid characters"],
  ["SUB17", "Email", "ann@", "Invalid email address"],
  ["SUB17", "Email", `${"a".repeat(244)}@example.com`, "Email too long"],
];
for (const [id, label, value, message] of fields) {
  test(`${id} SUB20 ${message}: beside the field, read out with it, gone when it is mended`, async ({
    page,
    client,
  }) => {
    await ready(page, client);
    const field = page.getByRole("textbox", { name: label });
    await field.fill(value);
    await button(page, "Submit Testimonial").click();
    await expect(toast(page, "Validation Error", "Please check your input and try again.")).toBeVisible();
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toBeFocused();
    await field.fill("ann@example.com".replace("@", label === "Name" ? " " : "@"));
    await expect(page.getByText(message)).toBeHidden();
  });
}

test("ERR01 SUB15 SUB18 Enter with data missing says what is missing", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByRole("textbox", { name: "Email" }).fill("ann@example.com");
  await page.getByRole("textbox", { name: "Email" }).press("Enter");
  await expect(
    toast(page, "Missing Information", "Please fill in all required fields and provide consent."),
  ).toBeVisible();
  await expect(page.getByText("Name is required")).toBeVisible();
});

test("ERR01 SUB15 on a phone the toast covers neither the field to mend nor what is said beside it", async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/record/${client.custom_slug}/video`);
  // As it stands for somebody who fills in the end of the form.
  await page.getByRole("checkbox").last().scrollIntoViewIfNeeded();
  await page.getByRole("textbox", { name: "Email" }).press("Enter");
  await clearOfToast(page, page.getByRole("textbox", { name: "Name" }), "Name is required");
});

test("SUB19 a page without a client id says Client Error and sends nothing", async ({ page, client }) => {
  await page.route(`**/record/${client.custom_slug}/video`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(`"id":"${client.id}"`, '"id":""'),
    });
  });
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await ready(page, client);
  await button(page, "Submit Testimonial").click();
  await expect(toast(page, "Client Error")).toBeVisible();
  expect(calls.filter((url) => url.includes("/api/") || url.includes("/functions/"))).toEqual([]);
});

test("SUB13 WMK11 the note says whether the watermark is on, and what it says", async ({
  page,
  sayso,
  client,
}) => {
  const note = page.getByText(/^Watermark/);
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(note).toHaveText("Watermark disabled. Your video will not show a name.");
  const named = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Blue Door\nBakery" });
  await page.goto(`/record/${named.custom_slug}/video`);
  await expect(note).toHaveText("Watermark enabled. Your video will show “Blue Door Bakery”.");
  const unnamed = await addClient(sayso, { watermark_enabled: 1, watermark_text: null });
  await page.goto(`/record/${unnamed.custom_slug}/video`);
  await expect(note).toHaveText("Watermark enabled. Your video will show “Corner Shop”.");
});

test("SUB12 links to privacy and terms", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  for (const [name, path] of [
    ["Privacy Policy", "/privacy"],
    ["Terms & Conditions", "/terms"],
  ] as const) {
    const link = page.getByRole("main").getByRole("link", { name });
    await expect(link).toHaveAttribute("href", path);
    await expect(link).toHaveAttribute("target", "_blank");
  }
});

test("REC32 nothing leaves the device before submit is pressed with both consents ticked", async ({
  page,
  client,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${request.url()}`);
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await withVideo(page);
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await page.getByRole("textbox", { name: "Email" }).fill("ann@example.com");
  await page.getByRole("checkbox").first().check();
  await page.getByRole("textbox", { name: "Email" }).press("Enter");
  await expect(toast(page, "Missing Information")).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole("checkbox").last().check();
  await button(page, "Submit Testimonial").click();
  await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible();
  expect(sent.length).toBeGreaterThanOrEqual(3);
});

test("ERR01 SUB27 when it fails it says so, keeps everything, and the next try succeeds", async ({
  page,
  client,
}) => {
  await ready(page, client);
  await page.route("**/functions/v1/submit-testimonial", (route) =>
    route.fulfill({ status: 409, json: { success: false, error: "no" } }),
  );
  await button(page, "Submit Testimonial").click();
  await expect(
    toast(page, "Submission Failed", "Failed to submit testimonial. Please try again."),
  ).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Example");
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  await page.unroute("**/functions/v1/submit-testimonial");
  await button(page, "Submit Testimonial").click();
  await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible();
});

test("SUB31 three taps in one go are one upload and one submission", async ({ page, client, sayso }) => {
  await ready(page, client);
  await expect(button(page, "Submit Testimonial")).toBeEnabled();
  await button(page, "Submit Testimonial").evaluate((submit: HTMLButtonElement) => {
    for (let tap = 0; tap < 3; tap += 1) submit.click();
  });
  await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible();
  expect(await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).toHaveLength(1);
  await expect(toast(page, "Thank you!")).toHaveCount(1);
});

test("SUB27 a film that is still looked into when submit is pressed does not take the sent one's place", async ({
  page,
  client,
  sayso,
}) => {
  await ready(page, client);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  // The second film takes its time to be read.
  await page.evaluate(() => {
    const real = File.prototype.slice;
    const sent = new Promise<void>((resolve) => Object.assign(window, { readOn: resolve }));
    File.prototype.slice = function slice(this: File, ...range) {
      const part = real.apply(this, range);
      if (this.name === "wk_frag.mp4")
        part.arrayBuffer = () => sent.then(() => new Response(part).arrayBuffer());
      return part;
    };
  });
  await page.getByLabel("Choose another video").setInputFiles("tests/fixtures/wk_frag.mp4");
  await button(page, "Submit Testimonial").click();
  await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible();
  const row = await sayso.row("SELECT size_bytes FROM submissions WHERE client_id = ?", client.id);
  expect(row?.size_bytes).toBe((await readFile(TAKE)).length);
  await expect.poll(() => storedContents(page)).toEqual({ takes: [], chunks: 0 });
  await page.evaluate(() => (window as unknown as { readOn: () => void }).readOn());
  // Long enough for a film that would be kept to be there.
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  expect(await storedContents(page)).toEqual({ takes: [], chunks: 0 });
});

test("WMK04 a long word in the watermark stays on the page", async ({ page, sayso }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const client = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Donau".repeat(40) });
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(page.getByText(/^Watermark enabled/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByLabel("Upload a video instead").setInputFiles(TAKE);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
