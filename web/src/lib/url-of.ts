/** Parses a URL, or returns `null`: `URL.parse`, which browsers have only had since 2024. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
