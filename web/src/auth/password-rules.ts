import type { ToastText } from "#ui/toasts/toast.ts";
import type { PasswordTexts } from "./login-config.ts";

export type PasswordError = { field: "password" | "repeat"; texts: ToastText };

/** Validates a new password and its repetition; returns the error, if any. */
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

/** The error as one sentence: its text, or its title if it has none. */
export const errorText = ({ texts: [title, text] }: PasswordError): string => text ?? title;
