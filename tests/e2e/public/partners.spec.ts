// The partner programme's own pages.
import { axe } from "../axe.ts";
import { expect, test } from "../sayso.ts";

test("AFF01 AFF02 RTE04 the programme's page says how it works and what it brings, and leads to apply and to its terms", async ({
  page,
}) => {
  await page.goto("/partners");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bring a shop. Earn every month.");
  await expect(page.getByText("£5 to £10 per month for each business")).toBeVisible();
  for (const name of ["How it works", "What you earn", "What you get", "Questions partners ask us"])
    await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
  const rows = page.getByRole("table", { name: "Commission by active businesses" }).getByRole("row");
  await expect(rows).toHaveText([/Active/, "5£25£300", "25£125£1,500", "50£375£4,500"]);
  await axe(page, "the partner programme");
  await page.getByText("When am I paid?").click();
  await expect(page.getByText("as soon as you have earned £25. Anything below")).toBeVisible();
  await page.getByRole("link", { name: "Partner terms" }).click();
  await expect(page).toHaveURL("/affiliates/terms");
  await page.getByRole("link", { name: "Partner programme" }).click();
  await expect(page).toHaveURL("/partners");
  await page.getByRole("link", { name: "Apply now" }).first().click();
  await expect(page).toHaveURL("/affiliates/apply");
});

test("AFF27 AFF28 AFF29 AFF30 the partner terms have twelve sections, and state every rule of money", async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date("2027-03-04T12:00:00Z"));
  await page.goto("/affiliates/terms");
  await expect(page.getByText("Last updated 04 Mar 2027, in force since 24 Nov 2026")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Program Overview",
    "Partner Levels",
    "Commission Structure",
    "Payment Terms",
    "Partner Responsibilities",
    "Prohibited Activities",
    "Application & Approval",
    "Termination",
    "Modifications",
    "Privacy & Data",
    "Liability",
    "Contact",
  ]);
  for (const words of [
    "pays £10 less every month",
    "£5 per month for each of the first 25 active, paying clients",
    "£10 per month for each further one, from the 26th",
    "A sponsor earns £5 per month for each active client of the partners it sponsors",
    "The minimum payout is £25",
    "Anything below that carries over",
    "some 5 business days after the client has paid",
    "Set-up fees earn no commission",
    "A client’s cancellation ends the commission for that client",
    "Commissions for active clients run on for 30 days",
    "Applications are reviewed in 1-2 business days",
    "Rates are reviewed quarterly",
    "with 30 days’ notice",
  ])
    await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole("link", { name: "partners@sayso.example" })).toHaveAttribute(
    "href",
    "mailto:partners@sayso.example",
  );
  await axe(page, "the partner terms");
});
