import type { PasswordWords, Words } from "./door.ts";

export type PasswordFault = { field: "password" | "repeat"; words: Words };

/** What there is against a new password and its repetition, if anything. */
export function passwordFault(
  shortest: number,
  words: PasswordWords,
  password: string,
  repeat: string,
): PasswordFault | null {
  // Length first: two short ones that differ are short all the same.
  if ([...password].length < shortest) return { field: "password", words: words.short };
  if (password !== repeat) return { field: "repeat", words: words.differ };
  return null;
}

/** The sentence of a fault: its text, or its title where that says it all. */
export const faultText = ({ words: [title, text] }: PasswordFault): string => text ?? title;
