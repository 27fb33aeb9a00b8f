import type { PasswordTexts, ToastText } from "./login-config.ts";

export type PasswordError = { field: "password" | "repeat"; texts: ToastText };

/** What there is against a new password and its repetition, if anything. */
export function passwordError(
  minLength: number,
  texts: PasswordTexts,
  password: string,
  repeat: string,
): PasswordError | null {
  // Length first: two short ones that differ are short all the same.
  if ([...password].length < minLength) return { field: "password", texts: texts.short };
  if (password !== repeat) return { field: "repeat", texts: texts.differ };
  return null;
}

/** The sentence of a fault: its text, or its title where that says it all. */
export const errorText = ({ texts: [title, text] }: PasswordError): string => text ?? title;
