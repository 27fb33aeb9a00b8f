import { useCallback, useState } from "react";

const load = async () => {
  const [camera, preview] = await Promise.all([import("./camera-view.tsx"), import("./take-preview.tsx")]);
  return { CameraView: camera.CameraView, TakePreview: preview.TakePreview };
};

export type Rooms = Awaited<ReturnType<typeof load>>;

/** Camera and preview, whose code nobody needs before the first tap. */
export function useRooms() {
  const [rooms, setRooms] = useState<Rooms | null>(null);
  const [failed, setFailed] = useState(false);

  /** Fetches them once; answers whether they are there. A failed try may be repeated. */
  const fetchRooms = useCallback(async (): Promise<boolean> => {
    setFailed(false);
    try {
      setRooms(await load());
      return true;
    } catch (error) {
      console.warn("camera and preview could not be loaded:", error);
      setFailed(true);
      return false;
    }
  }, []);

  return { rooms, failed, fetchRooms };
}
