import type { Status } from "./use-status.ts";

const yesNo = (yes: boolean) => (yes ? "Yes" : "No");
const availability = (available: boolean) => (available ? "Available" : "Not available");

/** What the page and the copied report both say of the device, issues aside. */
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
