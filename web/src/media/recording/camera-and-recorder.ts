// One chunk with everything needed from the first tap on; loaded by the time a camera is open.
export { openCamera } from "#media/camera/open-camera.ts";
export { thumbnailOf } from "#media/camera/thumbnail.ts";
export { startRecording } from "./recorder.ts";
export { recordingPlan } from "./recording-plan.ts";
