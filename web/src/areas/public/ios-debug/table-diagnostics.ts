import type { ClassPlans, Device, Diagnosis } from "#media/generated/media.ts";
import { detect, planFor, table, thisDevice } from "#media/fallback-table.ts";

export type Diagnostics = {
  /** The media core, or the table generated from the same rules. */
  source: "core" | "table";
  check: () => Diagnosis;
  detect: (userAgent: string, platform: string, maxTouchPoints: number) => Device;
};

const { plans, issues } = table;

/** The same answers as the core's, for browsers without WebAssembly. */
export const tableDiagnostics: Diagnostics = { source: "table", check, detect };

function check(): Diagnosis {
  const device = thisDevice();
  const recorder = typeof window.MediaRecorder === "function";
  // Missing outside secure contexts, despite its type.
  const camera = (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined;
  const takes = (mime: string) => recorder && (window.MediaRecorder.isTypeSupported?.(mime) ?? false);

  const supported = [...new Set([...typesOf(plans.ios), ...typesOf(plans.other)])].filter(takes);
  const present = [recorder, supported.some((mime) => mime.includes("codecs=avc1")), camera];
  return {
    device,
    issues: issues.filter((_, index) => device.ios && !present[index]),
    optimalCodec: planFor(device, takes).reportedType,
    supportedCodecs: supported,
    mediaRecorderSupported: recorder,
    getUserMediaSupported: camera,
  };
}

const typesOf = ({ candidates }: ClassPlans) => candidates.flatMap(({ mimeType }) => mimeType ?? []);
