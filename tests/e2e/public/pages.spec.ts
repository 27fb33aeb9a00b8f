import { addClient } from "../../support/clients.ts";
import { button, expect, test } from "../sayso.ts";

test("SUB08 the logo, or else the name, an invitation and the button to the camera", async ({
  page,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Share your experience with Corner Shop");
  await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toHaveAttribute(
    "href",
    `/record/${client.custom_slug}/video`,
  );
  const other = await addClient(sayso, { logo_url: "/media/logo-shop/logo.png", company_name: "Logo Shop" });
  const { readFile } = await import("node:fs/promises");
  await sayso.media.put("assets/logo-shop/logo.png", await readFile("tests/support/logo.png"), {
    httpMetadata: { contentType: "image/png" },
  });
  await page.goto(`/record/${other.custom_slug}`);
  const logo = page.getByRole("img", { name: "Logo Shop" });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`SUB08 a logo stands on light ground, ${colorScheme}`, async ({ page, sayso }) => {
    const { readFile } = await import("node:fs/promises");
    await sayso.media.put("assets/plate-shop/logo.png", await readFile("tests/support/logo.png"), {
      httpMetadata: { contentType: "image/png" },
    });
    const shop = await addClient(sayso, {
      logo_url: "/media/plate-shop/logo.png",
      company_name: "Plate Shop",
    });
    await page.emulateMedia({ colorScheme });
    for (const tail of ["", "/video"]) {
      await page.goto(`/record/${shop.custom_slug}${tail}`);
      const ground = await page.getByRole("img", { name: "Plate Shop" }).evaluate((logo) => {
        for (let at: Element | null = logo; at; at = at.parentElement) {
          const colour = getComputedStyle(at).backgroundColor;
          if (!colour.endsWith(", 0)")) return colour;
        }
        return "";
      });
      const [red, green, blue] = ground.match(/\d+/g)?.map(Number) ?? [];
      expect(Math.min(red ?? 0, green ?? 0, blue ?? 0), `${tail} ${ground}`).toBeGreaterThan(235);
    }
  });
}

test("RTE01 SUB08 SUB10 SUB21 a tab keeps the name that the server gave it", async ({
  page,
  client,
  sayso,
}) => {
  const blocked = await addClient(sayso, { status: "suspended", company_name: "Shut & Sons" });
  await page.addInitScript(() => {
    const names: string[] = [];
    Object.assign(window, { names });
    new MutationObserver(() => {
      if (document.title && names.at(-1) !== document.title) names.push(document.title);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  for (const [path, title] of [
    [`/record/${client.custom_slug}`, "Share your experience with Corner Shop"],
    [`/record/${client.custom_slug}/`, "Share your experience with Corner Shop"],
    [`/record/${client.custom_slug}/video`, "Record a testimonial for Corner Shop"],
    [`/record/${blocked.custom_slug}`, "Shut & Sons"],
    ["/record/nobody", "Client Not Found"],
    ["/terms", "Terms & Conditions"],
    ["/privacy", "Privacy Policy"],
    ["/nothing/here", "Page not found"],
    ["/", "Sayso: video testimonials from your customers"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => (window as unknown as { names: string[] }).names), path).toEqual([
      title,
    ]);
  }
});

test("SUB09 RTE11 the review button: absent for None, disabled without an address, else in a new tab", async ({
  page,
  sayso,
}) => {
  const none = await addClient(sayso, { review_link_type: "None", review_link_url: "https://x.example" });
  await page.goto(`/record/${none.custom_slug}`);
  await expect(page.getByText(/Leave a .* Review/)).toHaveCount(0);
  const without = await addClient(sayso, { review_link_type: "Facebook" });
  await page.goto(`/record/${without.custom_slug}`);
  await expect(button(page, "Leave a Facebook Review")).toBeDisabled();
  const google = await addClient(sayso, {
    review_link_type: "Google Business Profile",
    review_link_url: "https://g.example/r",
  });
  await page.goto(`/record/${google.custom_slug}`);
  const link = page.getByRole("link", { name: "Leave a Google Business Profile Review" });
  await expect(link).toHaveAttribute("href", "https://g.example/r");
  await expect(link).toHaveAttribute("target", "_blank");
});

test("SUB10 an unknown slug says so and offers support", async ({ page }) => {
  for (const path of ["/record/nobody", "/record/nobody/video"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Client Not Found" })).toBeVisible();
    const text =
      "The client you are trying to access doesn't exist. If you believe this is an error, please contact our support team.";
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole("link", { name: /contact support/i })).toHaveAttribute("href", /^mailto:/);
  }
});

const blocks = [
  ["SUB21", { status: "suspended" }, "This account is currently not active."],
  ["SUB22", { credits_remaining: 0 }, "This account has no credits remaining."],
  ["SUB32", { status: "pending_invite", credits_remaining: 0 }, "This account is currently not active."],
] as const;
for (const [id, wish, text] of blocks) {
  test(`${id} SUB23 both record screens are blocked: ${text}`, async ({ page, sayso }) => {
    const client = await addClient(sayso, wish);
    for (const path of [`/record/${client.custom_slug}`, `/record/${client.custom_slug}/video`]) {
      await page.goto(path);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByText("Please contact support if you believe this is an error.")).toBeVisible();
      await expect(page.getByRole("link", { name: /contact support/i })).toBeVisible();
      await expect(page.getByText("Leave a Video Testimonial")).toHaveCount(0);
      await expect(page.getByText("Grant Camera Access")).toHaveCount(0);
    }
  });
}

test("SUB11 the look-up is tried again twice, and what is known for 30 seconds is not asked for again", async ({
  page,
  client,
}) => {
  const asked: number[] = [];
  let failures = 2;
  await page.route("**/api/public/get_client_by_slug*", async (route) => {
    asked.push(Date.now());
    failures -= 1;
    await (failures >= 0 ? route.fulfill({ status: 503 }) : route.continue());
  });
  await page.clock.install();
  await page.goto(`/record/${client.custom_slug}`);
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  expect(asked).toEqual([]);
  await page.clock.fastForward(31_000);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
  for (let i = 0; i < 2; i += 1) {
    // The page asks again by itself too, while its clock goes on.
    await expect.poll(() => asked.length).toBeGreaterThan(i);
    await page.clock.fastForward(5_000);
  }
  await expect.poll(() => asked.length).toBe(3);
  await page.clock.fastForward(20_000);
  expect(asked.length).toBe(3);
});

test("RTE05 an unknown path shows the not-found screen and is written to the console", async ({ page }) => {
  const lines: string[] = [];
  page.on("console", (message) => lines.push(message.text()));
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect.poll(() => lines.join("\n")).toContain("/no/such/page");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("TRM01 TRM03 TRM04 TRM05 TRM06 TRM07 the terms say what the product does", async ({ page }) => {
  await page.goto("/terms");
  await expect(page.getByRole("heading", { name: "Terms & Conditions", level: 1 })).toBeVisible();
  const text = (await page.getByRole("main").innerText()).replaceAll(/\s+/g, " ");
  for (const sentence of [
    "1 October 2025",
    "One processed video costs one credit.",
    "Credits are renewed every month.",
    "Unused credits lapse at the renewal: they do not roll over",
    "If a payment fails, a grace period of 7 days starts",
    "Temporary videos, such as unfinished uploads and our own working copies, are removed within 30 days.",
    "Delivered videos remain in your cloud-drive folder for 6 months at most.",
    "After cancellation your videos are kept for 14 days and then deleted.",
    "Demo videos are deleted within 24 hours.",
    "Your access lasts 14 more days after cancellation.",
    "Our liability to you, whatever its legal ground, is limited to 3 months of fees.",
    "We aim to reply to support requests within 24 business hours.",
  ]) {
    expect(text).toContain(sentence);
  }
});

test("TRM13 RTE01 the privacy policy says how long sign-ups, set-ups and the list of emails are kept", async ({
  page,
}) => {
  await page.goto("/privacy");
  const text = await page.getByRole("main").innerText();
  for (const words of [
    /not confirmed, and what we keep of one that we handed to the mailing list, is deleted after 30 days/,
    /emails we sent, without their text, is kept for as long as what each was about/,
    /for 180 days at most/,
    /application that we do not decide is deleted after 180 days/,
    /the name with the payouts for 7 years after the last/,
    /deleted within 24 hours/,
  ]) {
    expect(text).toMatch(words);
  }
});

test("TRM02 RTE01 home, terms and privacy lead to each other and to support", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /terms/i }).first().click();
  await expect(page).toHaveURL(/\/terms$/);
  await page
    .getByRole("link", { name: /privacy/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(page.getByRole("link", { name: /support/i }).first()).toHaveAttribute("href", /^mailto:/);
});

test("RTE01 a record page that is left stays until the code of the next one is there", async ({
  page,
  client,
}) => {
  const asked = Promise.withResolvers<void>();
  await page.route("**/record-screen*.js", async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByRole("link", { name: "Back to Corner Shop" }).click();
  await expect(page).toHaveURL(`/record/${client.custom_slug}/`);
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  asked.resolve();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Share your experience with Corner Shop");
  await page.goBack();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
});
