import { useCallback, useState } from "react";
import type { FrameSize } from "#media/watermark.ts";

/** The size of the pictures a video shows, which may change while it plays; `null` before the first one. */
export function useFrameSize(): [FrameSize | null, (video: HTMLVideoElement) => () => void] {
  const [size, setSize] = useState<FrameSize | null>(null);
  const watch = useCallback((video: HTMLVideoElement) => {
    const measure = () => {
      const { videoWidth: width, videoHeight: height } = video;
      setSize((old) => {
        if (width === 0) return null;
        return old?.width === width && old.height === height ? old : { width, height };
      });
    };
    measure();
    video.addEventListener("loadedmetadata", measure);
    video.addEventListener("resize", measure);
    return () => {
      video.removeEventListener("loadedmetadata", measure);
      video.removeEventListener("resize", measure);
    };
  }, []);
  return [size, watch];
}
