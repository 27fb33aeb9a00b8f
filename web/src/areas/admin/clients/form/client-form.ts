import rules from "#api/generated/rules.json" with { type: "json" };
import type { ClientRecord } from "#api/generated/admin.ts";
import type { ClientStatus, PlanType, ReviewPlatform } from "#api/generated/enums.ts";
import type { OnboardingRequestSummary } from "#api/generated/site.ts";
import { urlOf } from "#lib/url-of.ts";

const { credits, texts } = rules;

/** The fields of a client as they are typed, by the names of the requirements. A switch is `true` or `false`. */
export type ClientForm = {
  company_name: string;
  contact_name: string;
  email: string;
  plan_type: string;
  status: string;
  credits_per_month: string;
  custom_slug: string;
  watermark_enabled: string;
  drive_link: string;
  review_link_type: string;
  review_link_url: string;
  next_reset_date: string;
};

/** A client that was just created, with its temporary password. */
export type NewClient = { id: string; email: string; company_name: string; password: string };

/** The edit form has one more field; an adjustment of credits is not a field of the client. */
export type EditForm = ClientForm & { credits_remaining: string };

export type FormErrors = Partial<Record<string, string>>;
type FieldValue = string | number | boolean | null;

/** Defaults of a new client (ADM11). */
export const NEW_CLIENT: ClientForm = {
  company_name: "",
  contact_name: "",
  email: "",
  plan_type: "standard" satisfies PlanType,
  status: "pending_invite" satisfies ClientStatus,
  credits_per_month: String(credits.perMonth),
  custom_slug: "",
  watermark_enabled: "true",
  drive_link: "",
  review_link_type: "None" satisfies ReviewPlatform,
  review_link_url: "",
  next_reset_date: "",
};

/** Initial values of a client created from a buyer's set-up. */
export const formOfOnboarding = (setup: OnboardingRequestSummary): ClientForm => ({
  ...NEW_CLIENT,
  company_name: setup.company,
  contact_name: setup.name,
  email: setup.email,
  status: "pending_onboarding" satisfies ClientStatus,
  // Without a URL the button would lead nowhere.
  review_link_type: setup.review_link_url === null ? "None" : setup.review_link_type,
  review_link_url: setup.review_link_url ?? "",
});

/** Initial values of the edit dialog. */
export const formOf = (record: ClientRecord): EditForm => ({
  company_name: record.company_name,
  contact_name: record.contact_name,
  email: record.email,
  plan_type: record.plan_type,
  status: record.status,
  credits_per_month: String(record.credits_per_month),
  custom_slug: record.custom_slug,
  watermark_enabled: String(record.watermark_enabled),
  drive_link: record.drive_link ?? "",
  review_link_type: record.review_link_type,
  review_link_url: record.review_link_url ?? "",
  next_reset_date: record.next_reset_date ?? "",
  credits_remaining: String(record.credits_remaining),
});

const NUMBERS = ["credits_per_month", "credits_remaining"];
const MAY_BE_EMPTY = ["drive_link", "review_link_url", "next_reset_date"];

/** Converts a typed field to the API's type. */
export function fieldValue(name: string, typed: string): FieldValue {
  const text = typed.trim();
  if (NUMBERS.includes(name)) return Number(text);
  if (name === "watermark_enabled") return text === "true";
  return text === "" && MAY_BE_EMPTY.includes(name) ? null : text;
}

/** The sentence of a form with marked fields. */
export const CHECK_FIELDS = "Please check the marked fields.";

/** Shown until a slug is suggested or typed. */
export const SLUG_MISSING = "Please enter a slug.";

const DIGITS = /^\d+$/;
/** Catches typing errors only; the server validates properly. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Validates a form before it is sent, in the words of `domain::client_form`. Leaves out the drive link: only the server
 * knows which drives it can deliver to.
 */
export function formErrors(form: Partial<EditForm> & ClientForm): FormErrors {
  const errors: FormErrors = {};
  if (form.company_name.trim() === "") errors.company_name = texts.companyMissing;
  if (form.contact_name.trim() === "") errors.contact_name = texts.contactMissing;
  if (!EMAIL.test(form.email.trim())) errors.email = texts.email;
  if (form.custom_slug.trim() === "") errors.custom_slug = SLUG_MISSING;
  if (!isCount(form.credits_per_month, credits.perMonthMin)) errors.credits_per_month = texts.creditsPerMonth;
  if (form.credits_remaining !== undefined && !isCount(form.credits_remaining, credits.remainingMin)) {
    errors.credits_remaining = texts.creditsRemaining;
  }
  if (!isWebLink(form.review_link_url.trim())) errors.review_link_url = texts.httpsUrl;
  return errors;
}

/** An emptied number is refused, never read as 0. */
const isCount = (typed: string, least: number) =>
  DIGITS.test(typed.trim()) && Number(typed) >= least && Number(typed) <= credits.max;

const isWebLink = (link: string) => link === "" || (link.startsWith("https://") && urlOf(link) !== null);

/** Parses an adjustment of credits: `null` if invalid; empty means 0. */
export function adjustmentOf(typed: string): number | null {
  const text = typed.trim().replace("−", "-");
  if (text === "") return 0;
  return /^[+-]?\d+$/.test(text) ? Number(text) : null;
}

/** Messages of the server by the form's names, whichever way it wrote them. */
export function serverErrors(fields: Record<string, string>): FormErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      text,
    ]),
  );
}

/** `companyName` from `company_name`, as `create-client` names it. */
export const camelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The errors of all fields but these. */
export const without = (errors: FormErrors, names: string[]): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
