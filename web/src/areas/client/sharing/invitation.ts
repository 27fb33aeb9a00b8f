import facts from "#api/generated/facts.json" with { type: "json" };
export function invitationFor(company: string, address: string): { subject: string; text: string } {
  return {
    subject: `How was ${company}?`,
    text: `Hello,

Thank you for choosing ${company}. Would you tell others how it went? A short video is all it takes: ${facts.recordingSeconds} seconds at most, right in your browser. No app, no account.

${address}

Thank you,
${company}`,
  };
}

/** URL that opens the visitor's mail program with this text. */
export const mailAddress = (subject: string, text: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;

/** A URL as people read it, without the scheme. */
export const readable = (address: string): string => address.replace(/^https?:\/\//, "");
