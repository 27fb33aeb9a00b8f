import type { FrameSize } from "#media/watermark.ts";

/** A frame's real size and the size the video announces. On some phones they differ. */
export type ShownFrame = { frame: FrameSize; announced: FrameSize };

/** `null` before a video's first frame. */
export async function shownFrame(video: HTMLVideoElement): Promise<ShownFrame | null> {
  const announced = { width: video.videoWidth, height: video.videoHeight };
  if (video.readyState < video.HAVE_CURRENT_DATA || announced.width === 0) return null;
  return { frame: await frameOf(video).catch(() => announced), announced };
}

/** An ImageBitmap has the sides that its video announces in most browsers, a VideoFrame those of its pixels. */
async function frameOf(video: HTMLVideoElement): Promise<FrameSize> {
  if (typeof VideoFrame === "undefined") {
    const bitmap = await createImageBitmap(video);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  }
  const frame = new VideoFrame(video);
  const { displayWidth: width, displayHeight: height } = frame;
  frame.close();
  return { width, height };
}

/** Whether one picture is landscape and the other portrait. False if either is square. */
export const orientationsDiffer = (one: FrameSize, other: FrameSize): boolean =>
  (one.width - one.height) * (other.width - other.height) < 0;
