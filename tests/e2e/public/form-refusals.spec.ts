import { disableTimeouts } from "../clocks.ts";
import { button, expect, fillInForm, test, toast } from "../sayso.ts";
import { ready } from "./filled-form.ts";

test("SUB25 a refusal without a text of its own says Submission failed, and it stays", async ({
  page,
  client,
}) => {
  await ready(page, client);
  const problem = page.getByRole("alert").filter({ hasText: /^Submission failed$/ });
  const answer = { status: 409, json: { success: false } };
  await page.route("**/functions/v1/submit-testimonial", (route) => route.fulfill(answer), { times: 1 });
  await button(page, "Submit Testimonial").click();
  await expect(problem).toBeVisible();
  await expect(button(page, "Submit Testimonial")).toBeEnabled();
  const refusal = { status: 415, headers: { "Tus-Resumable": "1.0.0" }, body: "" };
  await page.route("**/api/uploads", (route) => route.fulfill(refusal), { times: 1 });
  const player = page.getByLabel("Your recorded video");
  const first = (await player.getAttribute("src")) ?? "";
  await page.getByLabel("Choose another video").setInputFiles("tests/fixtures/wk_frag.mp4");
  await expect(player).not.toHaveAttribute("src", first);
  await button(page, "Submit Testimonial").click();
  await expect(problem).toBeVisible();
});

test("SUB34 what is wrong with something that is not on the form is said, and it stays", async ({
  page,
  client,
}) => {
  const text = "The consent texts have changed. Please reload the page.";
  await ready(page, client);
  await page.route("**/functions/v1/submit-testimonial", (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, error: "no", fields: { consentVersion: text, customerName: "Name too long" } },
    }),
  );
  await button(page, "Submit Testimonial").click();
  await expect(toast(page, "Validation Error", "Please check your input and try again.")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: text })).toHaveText(text);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("Name too long");
});

test("SUB22 SUB27 credits that ran out meanwhile are named, with the way to support", async ({
  page,
  client,
  sayso,
}) => {
  await ready(page, client);
  await sayso.change("UPDATE clients SET credits_remaining = 0 WHERE id = ?", client.id);
  await button(page, "Submit Testimonial").click();
  const problem = page.getByRole("alert").filter({ hasText: "This account has no credits remaining." });
  await expect(problem).toContainText("Please contact support if you believe this is an error.");
  await expect(problem.getByRole("link", { name: "Contact Support" })).toBeVisible();
});

for (const [what, bytes, reason] of [
  ["a page", "<html><script>alert(1)</script></html>", "This file is not a video we can accept."],
  ["half a header", "\0\0\0\x18ftypisom", "This video is incomplete."],
] as const) {
  test(`SUB33 a file that is no video is refused when it is chosen, with the server's words: ${what}`, async ({
    page,
    client,
  }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") sent.push(request.url());
    });
    await disableTimeouts(page, 4000);
    await page.goto(`/record/${client.custom_slug}/video`);
    const file = { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.from(bytes, "latin1") };
    await page.getByLabel("Upload a video instead").setInputFiles(file);
    await expect(toast(page, "This file cannot be used", reason)).toBeVisible();
    await expect(page.getByText(/Still needed: a video/)).toBeVisible();
    expect(sent).toEqual([]);
  });
}

test("SUB33 without WebAssembly nobody looks into the file here, and the server refuses it", async ({
  page,
  client,
  sayso,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  await page.goto(`/record/${client.custom_slug}/video`);
  const html = { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.from("<html></html>") };
  await page.getByLabel("Upload a video instead").setInputFiles(html);
  await fillInForm(page);
  await button(page, "Submit Testimonial").click();
  await expect(page.getByRole("alert").filter({ hasText: "not a video we can accept" })).toBeVisible();
  expect((await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n).toBe(50);
});
