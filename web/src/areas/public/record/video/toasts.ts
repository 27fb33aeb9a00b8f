import { limits } from "#media/generated/fallback.json";
import { megabytes, sizeVerdict } from "#media/take/take.ts";
import type { CameraProblem } from "#media/camera/camera.ts";
import { showToast } from "#ui/toasts/toast.ts";

export function toastCameraGranted(): void {
  void showToast("success", "Camera access granted", "You can now record your video testimonial");
}

export function toastCameraProblem(problem: CameraProblem): void {
  if (problem === "refused") {
    void showToast(
      "error",
      "Camera access denied",
      "Please allow camera and microphone access to record your testimonial.",
    );
  } else {
    const { title, text } = cameraProblems[problem];
    void showToast("error", title, text);
  }
}

/** The calm version, which stays on the screen. */
export const cameraProblems: Record<CameraProblem, { title: string; text: string }> = {
  refused: {
    title: "Your camera is switched off for this page",
    text: "Tap the camera or lock icon in the address bar, allow camera and microphone, then try again. Or upload a video you already have.",
  },
  missing: {
    title: "No camera found",
    text: "We cannot find a camera and microphone we can use. Plug one in and try again, or upload a video.",
  },
  busy: {
    title: "Your camera is in use",
    text: "Another app is using it. Close that app and try again, or upload a video.",
  },
  lost: {
    title: "Your camera was disconnected",
    text: "It was unplugged, or another app took it. Try again, or upload a video.",
  },
  unsupported: {
    title: "This browser cannot record",
    text: "Open this page in your phone's own browser, or upload a video you already have.",
  },
};

export function toastNothingRecorded(): void {
  void showToast("error", "Nothing was recorded", "Your browser gave us no video. Please record it again.");
}

export function toastTooShort(): void {
  void showToast(
    "error",
    "Your recording was cut short",
    `It ended before ${limits.minVideoMs / 1000} seconds and cannot be sent. Please record it again.`,
  );
}

export function toastNotLoaded(): void {
  void showToast("error", "The connection dropped", "The camera could not load. Please try again.");
}

export function toastUnreadable(): void {
  void showToast(
    "error",
    "Your video could not be read",
    "Your device did not store all of it. Please record it again.",
  );
}

/** Shown once per recording: it exists, but would not survive a reload. */
export function toastNotStored(error: unknown): void {
  console.warn("recording not stored:", error);
  void showToast(
    "warning",
    "Your device is not keeping a copy",
    "Its storage is full or switched off. Send your video before you close this page.",
  );
}

export function toastTruncated(): void {
  void showToast("warning", "The end of this video is missing", "You can still send the rest.");
}

export function toastTakeSize(bytes: number): void {
  const verdict = sizeVerdict(bytes);
  if (verdict === "large") {
    void showToast("warning", "Large file warning", "Consider keeping it under 8MB for best compatibility");
  } else if (verdict === "too-large") {
    void showToast(
      "error",
      "Video file too large",
      `Video is ${megabytes(bytes)} MB. Files over 10MB may fail to upload. Please record a shorter video.`,
    );
  }
}

export function toastMissing(): void {
  void showToast("error", "Missing Information", "Please fill in all required fields and provide consent.");
}

export function toastInvalid(): void {
  void showToast("error", "Validation Error", "Please check your input and try again.");
}

export function toastNoClient(): void {
  void showToast("error", "Client Error", "We lost track of the business. Please reload this page.");
}

export function toastSubmissionFailed(text = "Failed to submit testimonial. Please try again."): void {
  void showToast("error", "Submission Failed", text);
}

export function toastThanks(): void {
  void showToast("success", "Thank you! Your testimonial has been submitted successfully.");
}
