/** Direction a camera faces; `external` can face anywhere. */
export type Facing = "front" | "back" | "external";

export type Camera = { id: string; label: string; facing: Facing };

const BACK = /back|rear|environment|rück|arrière|trasera|posteriore/i;
const FRONT = /front|user|facetime|selfie/i;

/** All cameras, in the browser's order. Their names are known once one of them was allowed. */
export async function listCameras(): Promise<Camera[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId, label }) => ({ id: deviceId, label, facing: facingByLabel(label) }));
}

export function cameraOf(stream: MediaStream): Camera | null {
  const [track] = stream.getVideoTracks();
  if (!track) return null;
  const { deviceId = "", facingMode } = track.getSettings();
  return { id: deviceId, label: track.label, facing: facingByMode(facingMode) ?? facingByLabel(track.label) };
}

/** A front camera is mirrored, as people expect of themselves; a back camera is not. */
export const isMirrored = (facing: Facing): boolean => facing !== "back";

function facingByMode(mode: string | undefined): Facing | null {
  if (mode === "environment") return "back";
  return mode === "user" ? "front" : null;
}

function facingByLabel(label: string): Facing {
  if (BACK.test(label)) return "back";
  return FRONT.test(label) ? "front" : "external";
}
