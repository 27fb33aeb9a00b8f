// Raw text: the recorder's chunk imports other parts of this table, and would otherwise include this one.
import text from "./generated/fallback.json?raw";
import type { ClassPlans, Device, Fallback, Plan } from "./generated/media.ts";

/** The core's rules as a table, for browsers without WebAssembly. */
export const table = JSON.parse(text) as Fallback;

const { markers, plans } = table;

/** Detects the device from its user agent, platform and number of touch points. */
export function detect(userAgent: string, platform: string, maxTouchPoints: number): Device {
  const includesAny = (words: string[]) => words.some((word) => userAgent.includes(word));
  const posing = includesAny(markers.posingIpad) || markers.posingIpad.includes(platform);
  const ios = includesAny(markers.ios) || (posing && maxTouchPoints > 1);
  return {
    ios,
    safari: ios || (includesAny(markers.webkit) && !includesAny(markers.notWebkit)),
    android: !ios && includesAny(markers.android),
  };
}

export function thisDevice(): Device {
  return detect(navigator.userAgent, navigator.platform, navigator.maxTouchPoints);
}

/** The plan for a device; `takes` is `MediaRecorder.isTypeSupported`. */
export function planFor(device: Device, takes: (mime: string) => boolean): Plan {
  const { candidates, otherwise } = plansOf(device);
  return candidates.find(({ mimeType }) => mimeType !== null && takes(mimeType)) ?? otherwise;
}

function plansOf({ ios, safari, android }: Device): ClassPlans {
  if (ios) return plans.ios;
  if (safari) return plans.safari;
  return android ? plans.android : plans.other;
}
