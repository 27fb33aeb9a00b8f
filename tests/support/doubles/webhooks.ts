// Testimonials received by a webhook.
import { until, type Sayso } from "../runtime/worker.ts";

export const someone = () => `${crypto.randomUUID().slice(0, 8)}@customers.example`;

export const postTestimonial = (
  sayso: Sayso,
  endpoint: string,
  body: FormData,
  headers: Record<string, string> = {},
) => sayso.fetch(`/webhooks/testimonials/${endpoint}`, { method: "POST", body, headers });

export const bySender = (sayso: Sayso, email: string) =>
  sayso.row("SELECT * FROM submissions WHERE customer_email = ?", email);

export const deliveredFrom = (sayso: Sayso, email: string) =>
  until("delivered", async () => {
    const row = await bySender(sayso, email);
    return row?.status === "processed" ? row : null;
  });
