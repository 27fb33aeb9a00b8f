// A Worker without other partners, and views of partners and admins.
import type { BrowserContext, Page } from "@playwright/test";
import { addPartner } from "../../support/people/partner/affiliates.ts";
import { monthFromNow } from "../../support/people/partner/referrals.ts";
import { addUser } from "../../support/people/owner/users.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { test as base } from "../admin/admin.ts";
import { carrySession } from "../client/owner.ts";
import { workerWith } from "../sayso.ts";

export const test = base.extend<object, { sayso: Sayso }>({
  sayso: workerWith(),
});

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 900 };
export const region = (page: Page, name: string) => page.getByRole("region", { name });
export const monthName = (month: Date) =>
  month.toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** A partner for half a year, who is signed in. */
export async function partnerOf(sayso: Sayso, context: BrowserContext) {
  const user = await addUser(sayso, { roles: ["affiliate"] });
  const partner = await addPartner(sayso, user.id);
  await sayso.change(
    "UPDATE affiliates SET approved_at = ?, created_at = ? WHERE id = ?",
    monthFromNow(-6).getTime(),
    monthFromNow(-6).getTime(),
    partner.id,
  );
  await carrySession(context, sayso, user, "affiliate");
  return partner;
}
