import type { Browser } from "../../../../media/browser.ts";
import type { Permissions } from "../../../../media/camera-permission.ts";
import type { CameraProblem } from "../../../../media/camera.ts";
import { browserName, pageSteps, systemName, systemSteps } from "./permission-steps.ts";

export type Words = { title: string; text: string; steps?: string[] };

/** What happened and what to do about it, in this very browser. */
export function explain(problem: CameraProblem, browser: Browser, permissions: Permissions): Words {
  const { app, handheld } = browser;
  if (app !== null && handheld) return inApp(problem, app);
  switch (problem) {
    case "refused":
      return refused(browser, permissions);
    case "missing":
      return {
        title: "No camera found",
        text: handheld
          ? "We need a camera and a microphone, and this device shows us none. Try again, or record with your camera app."
          : "We need a camera and a microphone, and one of them is missing here. Plug it in and try again, or continue on your phone.",
      };
    case "busy":
      return {
        title: "Your camera is in use",
        text: handheld
          ? "A call or another app is using it. End the call or close that app, then try again."
          : "A video call, another app or another tab is using it. Close that, then try again.",
      };
    case "lost":
      return {
        title: "Your camera went away",
        text: handheld
          ? "A call or another app took it. When that is over, try again."
          : "It was unplugged, or another app took it. Connect it again, then try again.",
      };
    case "unsupported":
      return {
        title: "This browser cannot record",
        text: handheld
          ? "Your camera app can. Record with it, come back here and send the video."
          : "It is too old, or its camera is switched off. Your phone can do it: point its camera at this code.",
      };
  }
}

function inApp(problem: CameraProblem, app: NonNullable<Browser["app"]>): Words {
  const name = app === "unknown" ? "this app" : app;
  const cause =
    problem === "unsupported"
      ? "Links open in a small browser of the app, and that one has no camera."
      : "Links open in a small browser of the app, and that one gave us no camera.";
  return {
    title: `No camera inside ${name}`,
    text: `${cause} Your camera app works: record, come back here and send.`,
  };
}

function refused(browser: Browser, { camera, microphone }: Permissions): Words {
  const name = browserName[browser.family];
  if (camera === "granted" && microphone === "granted") {
    return {
      title: `Your camera is switched off for ${name}`,
      text: `This page may use it, but ${systemName[browser.system]} does not let ${name}. Switch it on like this:`,
      steps: systemSteps(browser),
    };
  }
  const what = camera === "granted" && microphone === "denied" ? "microphone" : "camera";
  const denied = camera === "denied" || microphone === "denied";
  return {
    title: `Your ${what} is switched off for this page`,
    text: denied
      ? `${capital(name)} will not ask again by itself. Allow camera and microphone like this:`
      : `Try again and choose Allow. If ${name} does not ask, allow camera and microphone like this:`,
    steps: pageSteps(browser),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
