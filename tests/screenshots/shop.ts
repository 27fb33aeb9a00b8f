// The bakery that the pictures show: a client with a month behind it, and its owner's session.
import { readFile } from "node:fs/promises";
import type { BrowserContext } from "@playwright/test";
import { addClient, type ClientRow } from "../support/people/owner/clients.ts";
import { addSubmission } from "../support/people/customer/submissions.ts";
import { addUser, signIn } from "../support/people/owner/users.ts";
import type { Sayso } from "../support/runtime/worker.ts";

const DAY_MS = 86_400_000;
const MONTHLY = 50;
/** Number of videos on each day of the week, repeated. */
const RHYTHM = [0, 1, 0, 2, 0, 0, 1];
const CUSTOMERS = ["Maya Lind", "Tom O'Hara", "Grace Obi", "Ines Castro", "Peter Wood"];

/** Writes the bakery with a month of submissions. */
export async function openShop(sayso: Sayso): Promise<ClientRow> {
  const shop = await addClient(sayso, {
    company_name: "Blue Door Bakery",
    custom_slug: "blue-door-bakery",
    watermark_enabled: 1,
    review_link_type: "Google Business Profile",
    review_link_url: "https://example.com/review",
  });
  await sayso.media.put(`assets/${shop.id}/logo.png`, await readFile("tests/support/films/logo.png"), {
    httpMetadata: { contentType: "image/png" },
  });
  let left = MONTHLY;
  for (let ago = 29; ago >= 0; ago -= 1) {
    const count = RHYTHM[ago % RHYTHM.length] ?? 0;
    const day = new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    left -= count;
    if (count > 0)
      await sayso.change("INSERT INTO client_days VALUES (?, ?, ?, ?)", shop.id, day, count, left);
  }
  await sayso.change(
    "UPDATE clients SET logo_url = ?, credits_remaining = ?, submissions_count = ?, next_reset_date = date('now', 'start of month', '+1 month') WHERE id = ?",
    `/media/${shop.id}/logo.png`,
    left,
    MONTHLY - left,
    shop.id,
  );
  for (const [index, name] of CUSTOMERS.entries()) {
    await addSubmission(sayso, shop, {
      customer_name: name,
      customer_email: `${(name.split(" ")[0] ?? "").toLowerCase()}@example.com`,
      created_at: Date.now() - (index * 2 + 1) * DAY_MS,
      duration_ms: 21_000 + index * 4000,
    });
  }
  return shop;
}

/** Signs the shop's owner in; returns a function that adds the session to a browser. */
export async function ownerOf(
  sayso: Sayso,
  shop: ClientRow,
): Promise<(context: BrowserContext) => Promise<void>> {
  const cookie = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
  const [name = "", value = ""] = cookie.split("=");
  // The cookie is for secure origins; browsers take this machine for one, a cookie jar does not.
  const url = sayso.url.origin.replace("http:", "https:");
  return (context) =>
    context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: "Lax" }]);
}
