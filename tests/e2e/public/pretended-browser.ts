// Pages that believe they are in another browser: its name, what it lacks, what it remembers.
import type { Page } from "@playwright/test";

export const INSTAGRAM_ON_IOS =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23E254 Instagram 424.1.0.31.54 (iPhone18,4; iOS 26_4_1; en_GB; en-GB; scale=3.00; 1260x2736; IABMV/1; 933996394) NW/3 Safari/604.1";
export const FACEBOOK_ON_ANDROID =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.83 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]";
export const CHROME_ON_ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
export const SAFARI_ON_IOS =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
export const FIREFOX_ON_WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0";
export const CHROME_ON_WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

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
      const tell = (name: string, value: unknown) =>
        Object.defineProperty(Navigator.prototype, name, { get: () => value });
      tell("userAgent", userAgent);
      tell("platform", /Windows/.test(userAgent) ? "Win32" : "");
      tell("maxTouchPoints", touchPoints);
      if (without === "MediaRecorder") Reflect.deleteProperty(globalThis, "MediaRecorder");
      if (without === "getUserMedia") Reflect.deleteProperty(MediaDevices.prototype, "getUserMedia");
      if (fails) {
        const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        let left = 1;
        navigator.mediaDevices.getUserMedia = (wish) =>
          left-- > 0 ? Promise.reject(new DOMException("no camera", fails)) : real(wish);
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
