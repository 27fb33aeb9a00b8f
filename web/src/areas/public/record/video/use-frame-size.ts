import { useCallback, useState } from "react";

export type FrameSize = { width: number; height: number };

/** The size of the pictures a video shows, which may change while it plays; `null` before the first one. */
export function useFrameSize(): [FrameSize | null, (video: HTMLVideoElement) => () => void] {
  const [size, setSize] = useState<FrameSize | null>(null);
  const watch = useCallback((video: HTMLVideoElement) => {
    const look = () => {
      const { videoWidth: width, videoHeight: height } = video;
      setSize((old) => {
        if (width === 0) return null;
        return old?.width === width && old.height === height ? old : { width, height };
      });
    };
    look();
    video.addEventListener("loadedmetadata", look);
    video.addEventListener("resize", look);
    return () => {
      video.removeEventListener("loadedmetadata", look);
      video.removeEventListener("resize", look);
    };
  }, []);
  return [size, watch];
}
