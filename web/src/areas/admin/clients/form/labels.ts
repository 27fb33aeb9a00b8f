import type { FieldName } from "./rebase.ts";

/** What a client's fields are called on the screen. */
export const LABELS: Record<FieldName, string> = {
  company_name: "Company name",
  contact_name: "Contact name",
  email: "Email",
  plan_type: "Plan type",
  status: "Status",
  credits_per_month: "Credits per month",
  credits_remaining: "Credits remaining",
  custom_slug: "Custom slug",
  watermark_enabled: "Watermark enabled",
  drive_link: "Drive link",
  review_link_type: "Review link type",
  review_link_url: "Review link URL",
  next_reset_date: "Next reset date",
};

/** A field's value as it is read. */
export function shownValue(name: FieldName, value: string): string {
  if (name === "watermark_enabled") return value === "true" ? "On" : "Off";
  return value === "" ? "Empty" : value;
}
