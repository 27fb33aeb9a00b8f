// The recording as the browser made it, before the product finishes it.
import type { Page } from "puppeteer-core";
import { saved } from "../support/pictures.ts";

type Watched = { pieces: Blob[] };

/** Keeps what the page's recorder gives, from the next page on. */
export async function keepRecording(page: Page) {
  await page.evaluateOnNewDocument(() => {
    const pieces: Blob[] = [];
    Object.assign(window, { pieces });
    window.MediaRecorder = new Proxy(MediaRecorder, {
      construct(target, [stream, options]: [MediaStream, MediaRecorderOptions]) {
        const recorder = new target(stream, options);
        recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
        return recorder;
      },
    });
  });

  /** The recording so far, on disk. */
  return async (): Promise<string> => {
    const base64 = await page.evaluate(async () => {
      const { pieces } = window as unknown as Watched;
      const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    });
    return saved(new Uint8Array(Buffer.from(base64, "base64")).buffer);
  };
}
