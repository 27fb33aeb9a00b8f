import { useCallback, useState } from "react";
import { chunk } from "../../../../ui/use-chunk.ts";

const load = async () => {
  const [camera, preview] = await Promise.all([import("./camera-view.tsx"), import("./take-preview.tsx")]);
  return { CameraView: camera.CameraView, TakePreview: preview.TakePreview };
};

export type Rooms = Awaited<ReturnType<typeof load>>;

const code = chunk(load);

/** Camera and preview, whose code nobody needs before the first tap. */
export function useRooms() {
  const [rooms, setRooms] = useState(code.here);
  const [failed, setFailed] = useState(false);

  /** Fetches them once; answers whether they are there. A failed try may be repeated. */
  const fetchRooms = useCallback(async (): Promise<boolean> => {
    setFailed(false);
    try {
      setRooms(await code.fetch());
      return true;
    } catch (error) {
      console.warn("camera and preview could not be loaded:", error);
      setFailed(true);
      return false;
    }
  }, []);

  return { rooms, failed, fetchRooms };
}
