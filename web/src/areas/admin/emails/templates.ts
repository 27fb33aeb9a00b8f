/** What each mail is for. The names are those of the folders in `worker/src/email`. */
const WORDS: Record<string, string> = {
  submission_received: "New video",
  demo_submission: "Demo video",
  invitation: "Invitation",
  password_reset: "Password reset",
  welcome: "Welcome",
  setup_received: "Set-up received",
  confirm_sign_up: "Confirm a sign-up",
};

/** A template in words; one without words is shown by its name. */
export const templateWords = (template: string): string => WORDS[template] ?? template;

/** What the server is asked: whoever searches for a template's words means its name. */
export function searchByName(asked: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(asked);
  const text = search.get("q")?.trim().toLowerCase();
  const meant = Object.keys(WORDS).find((template) => templateWords(template).toLowerCase() === text);
  if (meant) search.set("q", meant);
  return search;
}
