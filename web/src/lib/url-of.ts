/** A text as an address, or `null` where it is none: `URL.parse`, which browsers of 2024 brought. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
