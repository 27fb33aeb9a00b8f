import type { Page, Request } from "@playwright/test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { storedContents } from "../../support/browsers/indexeddb.ts";
import { bigVideoPath } from "../../support/films/videos.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { hurryWaits } from "../clocks.ts";
import {
  button,
  expect,
  fillInForm,
  watchForText,
  record,
  stallUploads,
  test,
  thanks,
  toast,
} from "../sayso.ts";
import { dialog, loseAnswers, open, ready, sendButton, withVideo } from "./testimonial-dialog.ts";

/** Answers that the page never hears. */
const LOST = 2;
const FAILED = "We could not send your testimonial. Please try again.";

/** The page's requests to webhooks. */
function posts(page: Page): Request[] {
  const seen: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/webhooks/")) seen.push(request);
  });
  return seen;
}

const taken = (sayso: Sayso, client: ClientRow) =>
  sayso.rows(
    "SELECT endpoint, customer_name, customer_email FROM submissions WHERE client_id = ?",
    client.id,
  );

test("SUB01 the dialog asks for name and email and two consents, each on its own, all starred", async ({
  page,
  sayso,
  client,
}) => {
  await open(page, sayso, client);
  for (const label of ["Name *", "Email *"]) {
    await expect(dialog(page).locator("label").filter({ hasText: label })).toBeVisible();
  }
  const boxes = dialog(page).getByRole("checkbox");
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) {
    await expect(box).toHaveAttribute("required");
    await expect(box).not.toBeChecked();
  }
  const consents = dialog(page)
    .locator("label")
    .filter({ has: page.getByRole("checkbox") });
  await expect(consents.first()).toHaveText(/process .* my video for testimonial purposes\. \*$/);
  await expect(consents.last()).toHaveText(/my testimonial in its marketing materials.* \*$/);
});

test("SUB02 Send Testimonial needs a video, a name, an email and both consents", async ({
  page,
  sayso,
  client,
}) => {
  await open(page, sayso, client);
  const send = sendButton(page);
  await expect(send).toBeDisabled();
  await fillInForm(page);
  await expect(send).toBeDisabled();
  await withVideo(page);
  await expect(send).toBeEnabled();
  for (const box of await page.getByRole("checkbox").all()) {
    await box.uncheck();
    await expect(send).toBeDisabled();
    await box.check();
  }
  await expect(send).toBeEnabled();
  await page.getByRole("textbox", { name: "Name" }).fill("   ");
  await expect(send).toBeDisabled();
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  for (const email of ["", "ann", "ann@", "ann@example", "@example.com", "ann b@example.com", "a@b@c.com"]) {
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await expect(send, email).toBeDisabled();
  }
  await page.getByRole("textbox", { name: "Email" }).fill("a@b.c");
  await expect(send).toBeEnabled();
});

test("SUB03 an invalid email is said below its field and gone when the field is edited", async ({
  page,
  sayso,
  client,
}) => {
  const sent = posts(page);
  await open(page, sayso, client);
  await withVideo(page);
  await fillInForm(page, { email: "ann@example" });
  const email = page.getByRole("textbox", { name: "Email" });
  await expect(page.getByText("Please enter a valid email address.")).toBeHidden();
  await email.press("Enter");
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address.");
  await expect(email).toBeFocused();
  await email.press("End");
  await email.pressSequentially(".");
  await expect(page.getByText("Please enter a valid email address.")).toBeHidden();
  expect(sent).toEqual([]);
});

test("SUB04 SUB05 BRA07 BRA09 recorded, sent, thanked: in the business's folder with one credit less", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, {
    company_name: "Blue Door Bakery",
    review_link_type: "Google Business Profile",
    review_link_url: "https://reviews.example/blue-door",
  });
  await open(page, sayso, client);
  await record(page);
  await fillInForm(page, { name: "Zoë O’Neill", email: "zoe@example.com" });
  const seen = Promise.withResolvers<void>();
  await page.route("**/webhooks/**", async (route) => {
    await seen.promise;
    await route.continue();
  });
  await sendButton(page).click();
  await expect(button(page, "Sending...")).toBeDisabled();
  seen.resolve();
  await expect(thanks(page)).toBeVisible();
  await expect(
    toast(page, "Thank you!", "Your video testimonial has been submitted successfully."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Thank you!" })).toBeFocused();
  await axe(page, "thanks");
  const review = thanks(page).getByRole("link", { name: /Leave a Google Review/ });
  await expect(review).toHaveAttribute("href", "https://reviews.example/blue-door");
  await expect(review).toHaveAttribute("target", "_blank");

  const { row } = await deliveredVideo(sayso, client);
  expect([row.customer_name, row.customer_email]).toEqual(["Zoë O’Neill", "zoe@example.com"]);
  expect([row.container, row.unwatermarked]).toEqual(["mp4", 0]);
  const left = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
  expect(left?.n).toBe(49);
  await expect.poll(() => storedContents(page)).toMatchObject({ takes: [] });
});

test("SUB06 SUB31 an answer that is lost is asked for again by itself, and counts once", async ({
  page,
  sayso,
  client,
}) => {
  const sent = posts(page);
  await hurryWaits(page);
  await loseAnswers(page, LOST);
  await ready(page, sayso, client);
  const warned = await watchForText(page, "We cannot reach our server, and keep trying.");
  await sendButton(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(await warned()).not.toBeNull();
  const keys = sent.map((request) => request.headers()["idempotency-key"]);
  expect(keys).toHaveLength(LOST + 1);
  expect(new Set(keys).size).toBe(1);
  expect(await taken(sayso, client)).toHaveLength(1);
});

test("a blocking network keeps form and video, and pressing again counts once (SUB06 SUB31)", async ({
  page,
  sayso,
  client,
}) => {
  const blocked = { status: 403, contentType: "text/html", body: "<h1>Blocked</h1>" };
  await page.route("**/webhooks/testimonials/*", (route) => route.fulfill(blocked), { times: 1 });
  await ready(page, sayso, client);
  await sendButton(page).click();
  await expect(toast(page, "Submission failed", FAILED)).toBeVisible();
  await expect(
    page.getByText(/^This network does not let your video through\. It is still here/),
  ).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Example");
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("ann@example.com");
  for (const box of await page.getByRole("checkbox").all()) await expect(box).toBeChecked();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  await expect(sendButton(page)).toBeFocused();
  expect(await taken(sayso, client)).toEqual([]);

  await sendButton(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(await taken(sayso, client)).toHaveLength(1);
});

test("shows the webhook's refusal and keeps it on the screen (SUB06 BRA09)", async ({
  page,
  sayso,
  client,
}) => {
  await ready(page, sayso, client);
  await sayso.change("UPDATE clients SET credits_remaining = 0 WHERE id = ?", client.id);
  await sendButton(page).click();
  await expect(toast(page, "Submission failed", FAILED)).toBeVisible();
  const alert = dialog(page).getByRole("alert").filter({ hasText: "no credits remaining" });
  await expect(alert).toContainText("This account has no credits remaining.");
  await expect(alert.getByRole("link", { name: /Contact Support/ })).toBeVisible();
  expect(await taken(sayso, client)).toEqual([]);
});

test("SUB06 the upload can be stopped, and nothing is sent", async ({ page, sayso, client }) => {
  await open(page, sayso, client);
  // A smaller video is sent in the form.
  await page.getByLabel("Upload a video instead").setInputFiles(await bigVideoPath(2));
  await fillInForm(page);
  await stallUploads(page);
  await sendButton(page).click();
  await expect(button(page, "Sending...")).toBeDisabled();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeDisabled();
  await button(page, /^Cancel/).click();
  await expect(sendButton(page)).toBeEnabled();
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: "failed" })).toHaveCount(0);
  expect(await taken(sayso, client)).toEqual([]);
});

test("WMK11 BRA07 a business's watermark is burnt in here too, and the form says so", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Blue Door\nBakery" });
  let form = "";
  // Only a route handler sees the body's bytes.
  await page.route("**/webhooks/**", (route) => {
    form = route.request().postDataBuffer()?.toString("latin1") ?? "";
    return route.continue();
  });
  await open(page, sayso, client);
  await expect(
    dialog(page).getByText(/^Watermark enabled\. Your video will show “Blue Door Bakery”/),
  ).toBeVisible();
  await withVideo(page);
  await fillInForm(page);
  await sendButton(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(form).toMatch(/name="watermarked"\r\n\r\ntrue\r\n/);
  const [row] = await sayso.rows("SELECT unwatermarked FROM submissions WHERE client_id = ?", client.id);
  expect(row).toEqual({ unwatermarked: 0 });
});

test("SUB01 axe finds nothing in the dialog", async ({ page, sayso, client }) => {
  await open(page, sayso, client);
  await axe(page, "welcome");
  await button(page, "Grant Camera Access").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  await axe(page, "camera");
  await button(page, "Close camera").click();
  await withVideo(page);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await fillInForm(page, { email: "ann@" });
  await page.getByRole("textbox", { name: "Email" }).press("Enter");
  await axe(page, "errors");
});
