// Simulates other browsers: their user agent, missing features, and permissions.
import type { Page } from "@playwright/test";

export * from "../../support/browsers/user-agents.ts";

export type Pretence = {
  userAgent: string;
  without?: "getUserMedia" | "MediaRecorder";
  /** The error with which the first request for the camera fails. */
  fails?: string;
  remembers?: { camera: PermissionState; microphone: PermissionState };
};

const phone = (userAgent: string) => /iPhone|Android/.test(userAgent);

/** Makes the page believe that it is in another browser. */
export async function pretend(page: Page, pretence: Pretence): Promise<void> {
  await page.addInitScript(
    ({ userAgent, without, fails, remembers, touchPoints }: Pretence & { touchPoints: number }) => {
      const define = (name: string, value: unknown) =>
        Object.defineProperty(Navigator.prototype, name, { get: () => value });
      define("userAgent", userAgent);
      define("platform", /Windows/.test(userAgent) ? "Win32" : "");
      define("maxTouchPoints", touchPoints);
      if (without === "MediaRecorder") Reflect.deleteProperty(globalThis, "MediaRecorder");
      if (without === "getUserMedia") Reflect.deleteProperty(MediaDevices.prototype, "getUserMedia");
      if (fails) {
        const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        let left = 1;
        navigator.mediaDevices.getUserMedia = (constraints) =>
          left-- > 0 ? Promise.reject(new DOMException("no camera", fails)) : real(constraints);
      }
      if (remembers) {
        const memory = {
          camera: Object.assign(new EventTarget(), { state: remembers.camera }),
          microphone: Object.assign(new EventTarget(), { state: remembers.microphone }),
        };
        Object.assign(window, { memory });
        navigator.permissions.query = ({ name }: { name: string }) =>
          Promise.resolve(memory[name as keyof typeof memory] as unknown as PermissionStatus);
      }
    },
    { ...pretence, touchPoints: phone(pretence.userAgent) ? 5 : 0 },
  );
  if (phone(pretence.userAgent)) await page.setViewportSize({ width: 390, height: 844 });
}
