// The browser itself refuses the camera: getUserMedia is not mocked here.
import { button, expect, test, toast } from "../sayso.ts";

const FAKE_PROMPT = "--use-fake-ui-for-media-stream";

test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    const args = (launchOptions.args ?? []).map((flag) =>
      flag === FAKE_PROMPT ? `${FAKE_PROMPT}=deny` : flag,
    );
    await provide({ ...launchOptions, args });
  },
});

test("REC04 a refusal by the browser is said, with the other ways", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await button(page, "Grant Camera Access").click();
  const text = "Please allow camera and microphone access to record your testimonial.";
  await expect(toast(page, "Camera access denied", text)).toBeVisible();
  await expect(page.getByLabel("Upload a video instead")).toBeAttached();
});
