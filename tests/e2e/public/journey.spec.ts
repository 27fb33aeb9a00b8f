import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo, expectPoster } from "../../support/people/customer/delivered.ts";
import { ffprobe } from "../../support/films/videos.ts";
import { mailTo } from "../../support/runtime/worker.ts";
import { skipCountdown, slowPageClock } from "../clocks.ts";
import { button, expect, fillInForm, record, send, test, thanks, toast } from "../sayso.ts";

test("JOB10 EML01 SUB26 SUB30 PUB10 a customer records and submits; the video reaches the folder and the inbox, and costs one credit", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, {
    company_name: "Blue Door Bakery",
    review_link_type: "Trustpilot",
    review_link_url: "https://trust.example/x",
  });
  await page.goto(`/record/${client.custom_slug}`);
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await expect(page).toHaveURL(new RegExp(`/record/${client.custom_slug}/video$`));

  await record(page, { ms: 3000, large: true });
  await slowPageClock(page);
  await fillInForm(page, { name: "Zoë O’Neill", email: " zoe@example.com " });
  await button(page, "Submit Testimonial").click();
  await expect(toast(page, "Thank you! Your testimonial has been submitted successfully.")).toBeVisible();

  const { row, file } = await deliveredVideo(sayso, client);
  expect(row.customer_name).toBe("Zoë O’Neill");
  expect(row.customer_email).toBe("zoe@example.com");
  const credits = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
  expect(credits?.n).toBe(49);
  const consent = await sayso.row("SELECT * FROM consents WHERE submission_id = ?", row.id);
  expect(consent?.text_version).toBe("2026-12");

  expect([row.container, row.unfinished, row.unwatermarked]).toEqual(["mp4", null, 0]);
  await expectPoster(sayso, row);
  const { streams } = await ffprobe(file);
  expect(streams.map((stream) => stream.codec_name)).toEqual(["h264", "aac"]);
  const frames = Number(streams.find((stream) => stream.codec_type === "video")?.nb_read_packets);
  expect(row.duration_ms).toBeGreaterThan(2500);
  expect(row.duration_ms).toBeLessThan(20_000);
  // A busy machine drops many of the camera's 30 frames per second.
  expect(frames).toBeGreaterThan(10);

  const mail = await mailTo(sayso, client.email);
  expect(mail.subject).toBe("Zoë O’Neill left Blue Door Bakery a video testimonial");
  const link = /http:\S+/.exec(mail.text)?.[0] ?? "";
  const watcher = await page.context().newPage();
  await watcher.goto(link);
  // The native player has loaded enough to seek.
  await expect
    .poll(() => watcher.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThan(1);
  const watched = async () =>
    (await sayso.row("SELECT watched_at AS at FROM submissions WHERE id = ?", row.id))?.at ?? null;
  expect(await watched(), "opening the page does not count as watching").toBeNull();
  await watcher.evaluate(() => document.querySelector("video")?.play());
  await expect.poll(watched).not.toBeNull();
  await watcher.close();

  const dialog = thanks(page);
  await expect(dialog.getByRole("link", { name: /Leave a Trustpilot Review/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(new RegExp(`/record/${client.custom_slug}/$`));
  await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
});

test("REC01 SUB12 a customer records and submits by keyboard alone", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}`);
  const link = page.getByRole("link", { name: "Leave a Video Testimonial" });
  await tabTo(link);
  await page.keyboard.press("Enter");
  await tabTo(button(page, "Grant Camera Access"));
  await page.keyboard.press("Enter");
  await expect(button(page, "Start Recording")).toBeFocused();
  await page.keyboard.press("Enter");
  await skipCountdown(page);
  await expect(button(page, "Stop Recording"), "has focus while still disabled").toBeFocused();
  await expect(button(page, "Stop Recording")).toBeEnabled();
  await page.keyboard.press("Enter");
  await tabTo(page.getByRole("textbox", { name: "Name" }));
  await page.keyboard.type("Ann");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ann@example.com");
  // The preview may appear now; it must not steal the focus from the field.
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann");
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("ann@example.com");
  for (const box of await page.getByRole("checkbox").all()) {
    await tabTo(box);
    await page.keyboard.press("Space");
    await expect(box).toBeChecked();
  }
  await expect(button(page, "Submit Testimonial")).toBeEnabled();
  await tabTo(button(page, "Submit Testimonial"));
  await page.keyboard.press("Enter");
  await expect(thanks(page)).toBeVisible();

  async function tabTo(target: ReturnType<typeof button>) {
    await expect(target).toBeVisible();
    for (let i = 0; i < 40; i += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("cannot be reached by Tab");
  }
});

test("SUB12 SUB24 REC24 a video chosen from the device is finished before it is sent", async ({
  page,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/cr_avc1_opus_frag.mp4");
  await send(page);
  const { row, file } = await deliveredVideo(sayso, client);
  expect([row.container, row.unfinished]).toEqual(["mp4", null]);
  const { streams } = await ffprobe(file);
  expect(streams.map((stream) => stream.codec_name)).toEqual(["h264", "aac"]);
});
