import text from "../../../media/generated/fallback.json?raw";
import type { ClassPlans } from "../../../media/generated/ClassPlans.ts";
import type { Device } from "../../../media/generated/Device.ts";
import type { Diagnosis } from "../../../media/generated/Diagnosis.ts";
import type { Fallback } from "../../../media/generated/Fallback.ts";
import type { Diagnostics } from "./diagnostics.ts";

const { markers, plans, issues } = JSON.parse(text) as Fallback;

/** The same answers as the core's, for browsers without WebAssembly. */
export const tableDiagnostics: Diagnostics = { source: "table", check, detect };

function check(): Diagnosis {
  const device = detect(navigator.userAgent, navigator.platform, navigator.maxTouchPoints);
  const recorder = typeof window.MediaRecorder === "function";
  // Absent outside secure contexts, whatever the types say.
  const camera = (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined;
  const takes = (mime: string) => recorder && (window.MediaRecorder.isTypeSupported?.(mime) ?? false);

  const supported = [...new Set([...typesOf(plans.ios), ...typesOf(plans.other)])].filter(takes);
  const present = [recorder, supported.some((mime) => mime.includes("codecs=avc1")), camera];
  const { candidates, otherwise } = plans[classOf(device)];
  const plan = candidates.find(({ mimeType }) => mimeType !== null && takes(mimeType)) ?? otherwise;
  return {
    device,
    issues: issues.filter((_, index) => device.ios && !present[index]),
    optimalCodec: plan.reportedType,
    supportedCodecs: supported,
    mediaRecorderSupported: recorder,
    getUserMediaSupported: camera,
  };
}

function detect(userAgent: string, platform: string, maxTouchPoints: number): Device {
  const says = (words: string[]) => words.some((word) => userAgent.includes(word));
  const posing = says(markers.posingIpad) || markers.posingIpad.includes(platform);
  const ios = says(markers.ios) || (posing && maxTouchPoints > 1);
  return {
    ios,
    safari: ios || (says(markers.webkit) && !says(markers.notWebkit)),
    android: !ios && says(markers.android),
  };
}

function classOf({ ios, safari, android }: Device): keyof typeof plans {
  if (ios) return "ios";
  if (safari) return "safari";
  return android ? "android" : "other";
}

const typesOf = ({ candidates }: ClassPlans) => candidates.flatMap(({ mimeType }) => mimeType ?? []);
