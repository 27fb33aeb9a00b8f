import { image, texts } from "./generated/rules.json";
import type { AssetType } from "./generated/enums.ts";
import { replaceAssetAddress } from "./generated/calls/client.ts";
import type { AssetReplaced } from "./generated/client.ts";
import { ApiError, errorFromResponse } from "./http.ts";

/** Title and sentence. */
type ErrorText = readonly [title: string, text: string];

const NOT_AN_IMAGE: ErrorText = ["Invalid file type", texts.notAnImage];
const TOO_LARGE: ErrorText = ["File too large", texts.imageTooLarge];
const FAILED: ErrorText = ["Upload failed", "Failed to upload asset. Please try again."];

/** Validates a file's type and size; returns the problem, or `null`. */
export function imageFileError(file: File): ErrorText | null {
  if (!image.types.includes(file.type)) return NOT_AN_IMAGE;
  return file.size > image.bytes ? TOO_LARGE : null;
}

/** Also checks that the image can be displayed. Only a browser can tell: the server decodes nothing. */
export async function imageError(file: File): Promise<ErrorText | null> {
  const words = imageFileError(file);
  if (words) return words;
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return NOT_AN_IMAGE;
  }
}

/** Words for a failed upload. The server inspects the content and may contradict the file's name. */
export function assetErrorText(error: Error): ErrorText {
  const code = error instanceof ApiError ? error.code : "";
  if (code === "not_an_image") return NOT_AN_IMAGE;
  if (code === "image_too_large") return TOO_LARGE;
  if (code === "image_size" && error.message) return ["Upload failed", error.message];
  return FAILED;
}

type Replacement = { clientId: string; assetType: AssetType; file: File; currentUrl: string | null };

/**
 * Uploads an image that replaces the current one. `onPercent` receives the upload progress; 100 once the server has
 * accepted it. Throws {@link ApiError}.
 */
export function replaceAsset(
  { clientId, assetType, file, currentUrl }: Replacement,
  onPercent: (percent: number) => void,
): Promise<AssetReplaced> {
  const form = new FormData();
  form.set("clientId", clientId);
  form.set("assetType", assetType);
  form.set("currentUrl", currentUrl ?? "");
  form.set("file", file);
  return new Promise((resolve, reject) => {
    // Not fetch: it reports no upload progress.
    const request = new XMLHttpRequest();
    request.open("POST", replaceAssetAddress);
    request.upload.addEventListener("progress", ({ loaded, total }) => onPercent((99 * loaded) / total));
    request.addEventListener("error", () => reject(new ApiError(0, "unreachable", FAILED.join(". "))));
    request.addEventListener("load", () => {
      if (request.status !== 200) {
        reject(errorFromResponse(request.status, request.responseText));
        return;
      }
      const replaced = parsed(request.responseText);
      if (!replaced) {
        // A network that answered in the server's place.
        reject(new ApiError(0, "foreign", FAILED.join(". ")));
        return;
      }
      onPercent(100);
      resolve(replaced);
    });
    request.send(form);
  });
}

function parsed(text: string): AssetReplaced | null {
  try {
    return JSON.parse(text) as AssetReplaced;
  } catch {
    return null;
  }
}
