import { loadTools } from "#media/media-tools.ts";
import { limits } from "#media/generated/fallback.json";
import { isTooShort, MEGABYTE } from "./take.ts";
import { decodes, encodesH264 } from "#media/finish/can-finish.ts";
import type { ProbedVideo } from "#media/media-tools.ts";

/** Result for a chosen file: the sentence that refuses it, whether its end is missing, and the type of its content. */
export type FileVerdict = { problem: string | null; truncated: boolean; type: string };

const MAX_MEGABYTES = limits.maxUploadBytes / MEGABYTE;
const MAX_MINUTES = limits.maxVideoMs / 60_000;

/** `declared`: the type to use if the content does not tell. */
export async function validateFile(file: File, declared: string): Promise<FileVerdict> {
  const refused = (problem: string | null) => ({ problem, truncated: false, type: declared });
  const problem = problemOfSize(file);
  if (problem) return refused(problem);
  const tools = await loadTools();
  // A file that cannot be read now is probed again when it is finished, and by the server.
  const probed = await tools?.probe(file).catch(() => null);
  if (!probed) return refused(problemOfLength(await durationOf(file)));
  if ("refusal" in probed) return refused(probed.refusal);
  const { seconds, truncated, type } = probed;
  return { problem: problemOfLength(seconds) ?? (await problemOfRaw(probed)), truncated, type };
}

/** Matroska other than WebM is accepted if it can be converted to MP4: browsers do not play it. */
async function problemOfRaw(probed: ProbedVideo): Promise<string | null> {
  if (probed.type !== "video/x-matroska") return null;
  const [encodable, decodable] = await Promise.all([encodesH264(), decodes(probed.decoderCodec)]);
  const plan = probed.finishPlan(false, 0, encodable, decodable, false, 0, 0);
  return plan.kind === "raw"
    ? "This browser cannot convert MKV videos. Choose a video in MP4, MOV or WebM format."
    : null;
}

function problemOfSize(file: File): string | null {
  if (file.size === 0) return "This file is empty. Choose another one.";
  if (file.size <= MAX_MEGABYTES * MEGABYTE) return null;
  const size = Math.ceil((file.size / MEGABYTE) * 10) / 10;
  return `This video is ${size.toFixed(1)} MB. The limit is ${MAX_MEGABYTES} MB: choose a shorter one.`;
}

function problemOfLength(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds > MAX_MINUTES * 60 + 1)
    return `This video is longer than ${MAX_MINUTES} minutes. Choose a shorter one.`;
  if (isTooShort(seconds))
    return `This video is shorter than ${limits.minVideoMs / 1000} seconds. Choose a longer one.`;
  return null;
}

/** Duration according to the browser's player; `null` if it cannot tell, which is no reason to refuse the file. */
async function durationOf(file: File): Promise<number | null> {
  const video = document.createElement("video");
  video.preload = "metadata";
  video.muted = true;
  const url = URL.createObjectURL(file);
  try {
    return await new Promise((resolve) => {
      video.addEventListener("loadedmetadata", () =>
        resolve(Number.isFinite(video.duration) ? video.duration : null),
      );
      video.addEventListener("error", () => resolve(null));
      setTimeout(() => resolve(null), 4000);
      video.src = url;
    });
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
}
