const WIDTH = 480;

/** Captures the preview's current frame; without a poster phones show a recording as a black box. */
export function grabPoster(preview: HTMLVideoElement | null): string | null {
  if (!preview?.videoWidth) return null;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * preview.videoHeight) / preview.videoWidth);
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(preview, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.75);
}
