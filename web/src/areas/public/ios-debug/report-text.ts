import type { TestResult } from "./run-tests.ts";
import type { Status } from "./use-diagnostics.ts";

const yesNo = (yes: boolean) => (yes ? "Yes" : "No");
const availability = (available: boolean) => (available ? "Available" : "Not available");

/** Facts about the device, shown on the page and in the copied report; issues are separate. */
export function factsOf({ diagnosis, userAgent, touchPoints }: Status): [name: string, value: string][] {
  return [
    ["isIOS", yesNo(diagnosis.device.ios)],
    ["isSafari", yesNo(diagnosis.device.safari)],
    ["Best codec", diagnosis.optimalCodec],
    ["MediaRecorder", availability(diagnosis.mediaRecorderSupported)],
    ["getUserMedia", availability(diagnosis.getUserMediaSupported)],
    ["Touch points", String(touchPoints)],
    ["User agent", userAgent],
  ];
}

export const validityOf = ({ diagnosis }: Status) => yesNo(diagnosis.issues.length === 0);

export const passedOf = (results: { passed: boolean }[]) =>
  `${results.filter(({ passed }) => passed).length} of ${results.length} tests passed`;

/** All that the page shows, to be sent to support. */
export function reportText(status: Status, results: TestResult[] | undefined): string {
  const { diagnosis, refreshedAt } = status;
  return [
    `iOS Diagnostics, ${refreshedAt.toISOString()}`,
    "",
    `Valid: ${validityOf(status)}`,
    ...diagnosis.issues.map((issue) => `- ${issue}`),
    ...factsOf(status).map(([name, value]) => `${name}: ${value}`),
    "",
    "Supported codecs:",
    ...(diagnosis.supportedCodecs.length > 0 ? diagnosis.supportedCodecs : ["none"]).map(
      (codec) => `- ${codec}`,
    ),
    ...(results ? ["", `${passedOf(results)}:`, ...results.map(lineOf)] : []),
    "",
  ].join("\n");
}

const lineOf = ({ name, passed, detail }: TestResult) => `- ${passed ? "Pass" : "FAIL"}: ${name} (${detail})`;
