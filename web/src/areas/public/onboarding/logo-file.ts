/** What a logo may be: the server looks into the file and takes these. */
export const LOGO_TYPES = ["image/jpeg", "image/png", "image/webp"];
const MAX_BYTES = 5 * 1_048_576;

const NOT_AN_IMAGE = "Please select an image file (JPEG, PNG, WebP)";
const TOO_LARGE = "Please select an image smaller than 5MB";

/** What is against a file, or `null`. */
export async function whyNoLogo(file: File): Promise<string | null> {
  if (!LOGO_TYPES.includes(file.type)) return NOT_AN_IMAGE;
  if (file.size > MAX_BYTES) return TOO_LARGE;
  try {
    // Only a browser can tell whether it can be shown: the server decodes nothing.
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return NOT_AN_IMAGE;
  }
}
