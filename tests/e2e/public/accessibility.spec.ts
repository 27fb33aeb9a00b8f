import { addClient } from "../../support/people/owner/clients.ts";
import { installFakeCamera } from "../../support/browsers/cameras.ts";
import { addPublication } from "../../support/people/owner/publications.ts";
import { own } from "../../support/people/owner/testimonials.ts";
import { addWall } from "../../support/people/owner/walls.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { axe, axeOnToast } from "../axe.ts";
import { skipCountdown } from "../clocks.ts";
import { button, expect, fillInForm, FINISHED, test, untilSecond, reloadAnyway } from "../sayso.ts";

test("REC01 PUB05 PUB09 CNS03 CNS07 axe finds nothing on the record pages and the pages of testimonials", async ({
  page,
  client,
  sayso,
}) => {
  const blocked = await addClient(sayso, { status: "suspended" });
  const { id, publicId } = await addPublication(sayso, client);
  // The last ones are built like others, with other texts.
  for (const path of cases(8, [
    `/t/${publicId}`,
    `/w/${await addWall(sayso, client)}`,
    own(id),
    "/verify",
    "/terms",
    "/nothing",
    `/record/${blocked.custom_slug}`,
    `/record/${client.custom_slug}`,
    "/",
    "/privacy",
    "/record/nobody",
  ])) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await axe(page, path);
  }
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await axe(page, "welcome");
  await page.getByLabel("Upload a video instead").setInputFiles(FINISHED);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await axe(page, "take");
  await page.getByRole("link", { name: "Back to Corner Shop" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without sending?" })).toBeVisible();
  await axe(page, "leave");
  await button(page, "Stay here").click();
  await fillInForm(page, { name: "?" });
  await button(page, "Submit Testimonial").click();
  await expect(page.getByText("Name contains invalid characters")).toBeVisible();
  await axeOnToast(page, "toast");
  await axe(page, "errors");
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await button(page, "Submit Testimonial").click();
  await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible();
  await axe(page, "thanks");
});

test("REC26 REC27 REC29 axe finds nothing on what the recorder says", async ({ page, sayso }) => {
  const client = await addClient(sayso, { watermark_enabled: 1 });
  await installFakeCamera(page, { left: "#161616", right: "#161616", sound: "none" }, [
    "Front",
    "Back",
    "Desk",
  ]);
  await page.addInitScript(() => {
    // A finisher that hangs, to leave time for the checks.
    Worker.prototype.postMessage = () => undefined;
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  await expect(page.getByRole("status").filter({ hasText: "It is very dark." })).toBeVisible();
  await axe(page, "live, with a hint");
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await untilSecond(page, 3);
  await page.evaluate(() => {
    const { stream } = window as unknown as { stream: MediaStream };
    stream.getVideoTracks()[0]?.dispatchEvent(new Event("mute"));
  });
  await expect(page.getByText("Your recording stopped early.")).toBeVisible();
  await fillInForm(page);
  await button(page, "Submit Testimonial").click();
  await expect(page.getByRole("progressbar", { name: "Preparing video" })).toBeVisible();
  await axe(page, "stopped early, preparing");
  await button(page, "Cancel").click();
  await expect(button(page, "Submit Testimonial")).toBeEnabled();
  await reloadAnyway(page);
  await expect(page.getByRole("heading", { name: "Your video is still here" })).toBeVisible();
  await axe(page, "still here");
});
