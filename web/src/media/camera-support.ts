/** Whether a page can record here at all. Both are missing in many in-app browsers and outside secure contexts. */
export function canRecordHere(): boolean {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return typeof devices?.getUserMedia === "function" && typeof MediaRecorder !== "undefined";
}
