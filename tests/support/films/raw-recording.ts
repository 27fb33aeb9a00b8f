// The recording as the browser made it, before the product finishes it: functions that run in the page, whichever way
// a browser is driven.
import { tempFile } from "./pictures.ts";

type Watched = { chunks: Blob[] };

/** Runs in the page: keeps its recorder's chunks. */
export function captureChunks(): void {
  const chunks: Blob[] = [];
  Object.assign(window, { chunks });
  window.MediaRecorder = new Proxy(MediaRecorder, {
    construct(target, [stream, options]: [MediaStream, MediaRecorderOptions]) {
      const recorder = new target(stream, options);
      recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
      return recorder;
    },
  });
}

/** Runs in the page: the recording so far, in base64. */
export async function recordedSoFar(): Promise<string> {
  const { chunks } = window as unknown as Watched;
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Writes the result of `recordedSoFar` to disk. */
export const onDisk = (base64: string) => tempFile(new Uint8Array(Buffer.from(base64, "base64")).buffer);
