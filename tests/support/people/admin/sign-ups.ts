// Sign-ups for the mailing list, as the home page sends them.
import type { Sayso } from "../../runtime/worker.ts";

export const freshEmail = () => `${crypto.randomUUID().slice(0, 8)}@visitors.example`;
export const validSignUp = (overrides: Record<string, unknown> = {}) => ({
  email: freshEmail(),
  firstName: "Vera",
  surname: "Visitor",
  company: "Corner Shop",
  campaignId: "pre-launch",
  ...overrides,
});
export const signUp = (sayso: Sayso, body: object, headers: Record<string, string> = {}) =>
  sayso.fetch("/functions/v1/subscribe-getresponse", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
export const clearMailLimit = (sayso: Sayso) =>
  sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");
export const signUpRow = (sayso: Sayso, email: string) =>
  sayso.row("SELECT * FROM sign_ups WHERE email = ?", email);
