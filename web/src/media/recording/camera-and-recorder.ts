// What nobody needs before the first tap, in one piece: it is there when a camera is open.
export { openCamera } from "#media/camera/open-camera.ts";
export { thumbnailOf } from "#media/camera/thumbnail.ts";
export { startRecording } from "./recorder.ts";
export { recordingPlan } from "./recording-plan.ts";
