// Poses as other browsers: their user agents and features.
import type { TestContext } from "node:test";
import type { DomWindow } from "./page.ts";

export type Pose = {
  userAgent?: string;
  platform?: string;
  touchPoints?: number;
  /** The types that its recorder takes; without them it has none. */
  types?: RegExp;
  /** The answer of its camera, or whether it has one at all. */
  camera?: boolean | ((constraints: unknown) => Promise<unknown>);
};

/** Makes a page's browser one of another kind. */
export function pose(window: DomWindow, { userAgent, platform, touchPoints, types, camera }: Pose): void {
  const own = (of: object, name: string, value: unknown) =>
    Object.defineProperty(of, name, { value, configurable: true, writable: true });
  if (userAgent !== undefined) own(window.navigator, "userAgent", userAgent);
  if (platform !== undefined) own(window.navigator, "platform", platform);
  if (touchPoints !== undefined) own(window.navigator, "maxTouchPoints", touchPoints);
  const MediaRecorder =
    types &&
    Object.assign(function MediaRecorder() {}, { isTypeSupported: (type: string) => types.test(type) });
  own(window, "MediaRecorder", MediaRecorder);
  const refuse = () => Promise.reject(new DOMException("no camera", "NotFoundError"));
  const getUserMedia = typeof camera === "function" ? camera : refuse;
  own(
    window.navigator,
    "mediaDevices",
    camera ? { getUserMedia, enumerateDevices: async () => [] } : undefined,
  );
}

/** Takes one of the language's things away for a test, as Lockdown Mode takes WebAssembly. */
export function without(t: TestContext, name: "WebAssembly"): void {
  const original = globalThis[name];
  Reflect.deleteProperty(globalThis, name);
  t.after(() =>
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: original }),
  );
}
