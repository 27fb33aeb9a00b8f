import type { ClientRecord } from "../../../../api/generated/ClientRecord.ts";
import type { SetupLine } from "../../../../api/generated/SetupLine.ts";

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

/** The edit dialog has one more; what is added to the credits is no field of the client. */
export type EditForm = ClientForm & { credits_remaining: string };

export type FormErrors = Partial<Record<string, string>>;
type FieldValue = string | number | boolean | null;

/** What a new client begins with (ADM11). */
export const NEW_CLIENT: ClientForm = {
  company_name: "",
  contact_name: "",
  email: "",
  plan_type: "standard",
  status: "pending_invite",
  credits_per_month: "50",
  custom_slug: "",
  watermark_enabled: "true",
  drive_link: "",
  review_link_type: "None",
  review_link_url: "",
  next_reset_date: "",
};

/** What a new client that is made of a buyer's set-up begins with. */
export const formOfSetup = (setup: SetupLine): ClientForm => ({
  ...NEW_CLIENT,
  company_name: setup.company,
  contact_name: setup.name,
  email: setup.email,
  status: "pending_onboarding",
  review_link_type: setup.review_link_type,
});

/** What the edit dialog is filled with. */
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

/** A typed field as the server takes it. */
export function fieldValue(name: string, typed: string): FieldValue {
  const text = typed.trim();
  if (NUMBERS.includes(name)) return Number(text);
  if (name === "watermark_enabled") return text === "true";
  return text === "" && MAY_BE_EMPTY.includes(name) ? null : text;
}

const WHOLE = /^\d+$/;
/** Only typing errors; the server knows addresses better. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * What can be said of a form before the server is asked, in the words of `domain::client_form`. Of the drive link it
 * says nothing: only the server knows where it can deliver to.
 */
export function formErrors(form: Partial<EditForm> & ClientForm): FormErrors {
  const errors: FormErrors = {};
  if (form.company_name.trim() === "") errors.company_name = "Please enter the company's name.";
  if (form.contact_name.trim() === "") errors.contact_name = "Please enter a contact.";
  if (!EMAIL.test(form.email.trim())) errors.email = "Please enter a valid email address.";
  if (form.custom_slug.trim() === "") errors.custom_slug = "Please enter a slug.";
  if (!isWhole(form.credits_per_month, 1))
    errors.credits_per_month = "Please enter a whole number of at least 1.";
  if (form.credits_remaining !== undefined && !isWhole(form.credits_remaining, 0)) {
    errors.credits_remaining = "Please enter a whole number of at least 0.";
  }
  if (!isWebLink(form.review_link_url.trim()))
    errors.review_link_url = "Please enter an address that begins with https://.";
  return errors;
}

/** An emptied number is refused, never read as 0. */
const isWhole = (typed: string, least: number) => WHOLE.test(typed.trim()) && Number(typed) >= least;

const isWebLink = (link: string) => link === "" || (link.startsWith("https://") && URL.canParse(link));

/** An adjustment of credits: `null` when it cannot be read; nothing typed is 0. */
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

/** `companyName` from `company_name`: what `create-client` calls it. */
export const camelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
