// An admin creates the required objects in the Stripe account.
import type { Fixtures } from "@playwright/test";
import { nodeClient } from "../../support/doubles/stripe/node-client.ts";
import { startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { plan } from "../public/home-page.ts";
import { button, expect, toast } from "../sayso.ts";
import { test as base } from "./admin.ts";

const onStripe: Fixtures<object, { stripe: StripeDouble; sayso: Sayso }, object, { sayso: Sayso }> = {
  stripe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, provide) => {
      const stripe = await startStripe();
      stripe.interceptFetch();
      await provide(stripe);
      await stripe.close();
    },
    { scope: "worker" },
  ],
  sayso: [
    async ({ stripe }, provide) => {
      const sayso = await startWorker({
        ownOrigin: true,
        secrets: { STRIPE_SECRET_KEY: stripe.secretKey },
      });
      await provide(sayso);
      await sayso.close();
    },
    { scope: "worker" },
  ],
};
const test = base.extend(onStripe);

test("BIL02 an admin has Stripe set up, stores the secret, and hears of what somebody changed there", async ({
  page,
  admin,
  stripe,
}) => {
  await page.goto("/clients/admin/settings");
  await page.getByRole("link", { name: "Check the payment set-up" }).click();
  await expect(page, admin.email).toHaveTitle(/Payment set-up/);
  await expect(page.getByText("Test mode: no money moves")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "1 of 12" })).toBeVisible();
  await axe(page, "payment set-up, nothing there");

  await button(page, "Create what is missing").click();
  await expect(toast(page, "Created in Stripe")).toContainText("10 created, 3 changed.");
  const secret = page.getByRole("region", { name: "Store the signing secret now" });
  await expect(secret).toContainText("npx wrangler secret put STRIPE_WEBHOOK_SECRETS");
  const [endpoint] = stripe.store.all("webhook_endpoint");
  await expect(secret).toContainText(endpoint?.secrets[0] ?? "none");
  const list = page.getByRole("list", { name: "What payments need" });
  await expect(list.getByText("There", { exact: true })).toHaveCount(11);
  const row = (needed: string) => list.getByRole("listitem").filter({ hasText: needed });
  await expect(row("The signing secret of these events")).toContainText("Missing");
  await expect(button(page, "Create what is missing")).toHaveCount(0);
  await axe(page, "payment set-up, a new secret");

  const api = nodeClient(stripe);
  await api.webhookEndpoints.update(endpoint?.id ?? "", { enabled_events: ["*"] });
  const price = stripe.store.all("price").find(({ unit_amount: pence }) => pence === 1_500);
  Object.assign(price ?? {}, { unit_amount: 1_400 });
  await page.reload();
  await expect(secret, "it was shown once").toHaveCount(0);
  await expect(row("Events are sent to this product")).toContainText(
    "Create what is missing puts this right.",
  );
  await expect(row("Top-up: 25 credits for £15")).toContainText("It is £14, once.");
  await expect(row("Top-up: 25 credits for £15")).toContainText(
    "Archive it in Stripe, then create what is missing.",
  );
  await axe(page, "payment set-up, what differs");
  await api.prices.update(price?.id ?? "", { active: false });
  await button(page, "Create what is missing").click();
  await expect(row("Events are sent to this product")).toContainText("There");
  await expect(row("Payment page of a top-up")).toContainText("It sells something else.");

  await page.goto("/clients/admin/settings");
  await expect(page.getByRole("textbox", { name: "Payment page of the Standard Plan" })).toHaveValue(
    `${stripe.url}/pay/${stripe.store.all("payment_link").find(({ metadata }) => metadata["sayso"] === "standard-link")?.id}`,
  );

  await page.goto("/");
  const opened = page.context().waitForEvent("page");
  await plan(page, "Standard Plan").getByRole("link", { name: "Get Started" }).click();
  const payment = await opened;
  await expect(payment).toHaveURL(new RegExp(`^${stripe.url}/pay/cs_test_`));
  await expect(payment.getByText("Test payments. No money moves.")).toBeVisible();
});

base("BIL02 without a key the page says what to do", async ({ page, admin }) => {
  await page.goto("/clients/admin/settings/payments");
  await expect(page.getByRole("region", { name: "No Stripe key is set" }), admin.email).toContainText(
    "npx wrangler secret put STRIPE_SECRET_KEY",
  );
  await axe(page, "payment set-up, no key");
});
