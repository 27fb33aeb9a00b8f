// A minimal recorder: the product's constraints and bitrates, and only the picture on the page, if its size is given.
import type { Plan } from "#media/generated/media.ts";

export async function recordBarely(
  plan: Plan,
  seconds: number,
  shown?: { width: number; height: number },
): Promise<Blob> {
  const { camera, audio, mimeType, keyFrameIntervalMs, timesliceMs } = plan;
  const stream = await navigator.mediaDevices.getUserMedia({ video: camera.first, audio });
  if (shown) {
    const video = document.body.appendChild(document.createElement("video"));
    Object.assign(video, { muted: true, playsInline: true, srcObject: stream, ...shown });
    await video.play();
  }
  const recorder = new MediaRecorder(stream, {
    ...(mimeType ? { mimeType } : {}),
    ...(keyFrameIntervalMs ? { videoKeyFrameIntervalDuration: keyFrameIntervalMs } : {}),
    videoBitsPerSecond: plan.videoBitsPerSecond,
    audioBitsPerSecond: plan.audioBitsPerSecond,
  });
  const chunks: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
  recorder.start(timesliceMs);
  setTimeout(() => recorder.stop(), seconds * 1000);
  await stopped;
  for (const track of stream.getTracks()) track.stop();
  return new Blob(chunks);
}
