// Partners, and who wants to be one.
import { call } from "../owner/users.ts";
import type { SubmitReply } from "#api/generated/public.ts";
import { proofOfWork } from "#media/challenge/proof-of-work.ts";
import type { Sayso } from "../../runtime/worker.ts";

export type Affiliate = {
  id: string;
  first_name: string;
  surname: string;
  email: string;
};

export const application = (overrides: Record<string, string> = {}) => ({
  firstName: "Pat",
  surname: `Marlow ${crypto.randomUUID().slice(0, 8)}`,
  email: `pat-${crypto.randomUUID().slice(0, 8)}@partners.example`,
  sponsorName: "",
  ...overrides,
});

let addresses = 0;
/** Applies from a new network, because each address may apply ten times a day and each network twenty times an hour, and solves challenges as the page does. */
export async function apply(
  sayso: Sayso,
  body: unknown,
  ip = `198.51.${(addresses += 1) % 250}.1`,
): Promise<Response> {
  const send = (sent: unknown) =>
    call(sayso, "POST", "/api/public/affiliates", { body: sent, headers: { "cf-connecting-ip": ip } });
  const answer = await send(body);
  const { challenge } = (await answer.clone().json()) as SubmitReply;
  return challenge ? send({ ...(body as object), challenge: await proofOfWork(challenge) }) : answer;
}

/** Inserts an application, like one from the form. */
export async function addApplication(
  sayso: Sayso,
  { code = null, email }: { code?: string | null; email?: string } = {},
): Promise<Affiliate> {
  const { firstName, surname, email: own } = application(email ? { email } : {});
  const affiliate = { id: crypto.randomUUID(), first_name: firstName, surname, email: own };
  await sayso.change(
    `INSERT INTO affiliates (id, first_name, surname, name_key, email, email_key, stripe_coupon_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    affiliate.id,
    firstName,
    surname,
    `${firstName} ${surname}`.toLowerCase(),
    own,
    own,
    code,
    Date.now(),
  );
  return affiliate;
}

/** Writes a partner who signs in with this account. */
export async function addPartner(
  sayso: Sayso,
  userId: string,
  code = `PAT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
): Promise<Affiliate> {
  const affiliate = await addApplication(sayso, { code });
  await sayso.change(
    "UPDATE affiliates SET user_id = ?, status = 'active', approved_at = created_at WHERE id = ?",
    userId,
    affiliate.id,
  );
  return affiliate;
}

export const rowOf = (sayso: Sayso, email: string) =>
  sayso.row("SELECT * FROM affiliates WHERE email = ?", email);
