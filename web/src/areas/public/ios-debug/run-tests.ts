import type { Device } from "#media/generated/media.ts";
import { deviceSamples, type DeviceSample } from "./device-samples.ts";
import type { Diagnostics } from "./table-diagnostics.ts";

export type TestResult = { name: string; passed: boolean; detail: string };

type Outcome = Omit<TestResult, "name">;

/** Tests everything that recording depends on, and device detection. A test that throws has failed. */
export function runTests(diagnostics: Diagnostics): TestResult[] {
  const tests: [string, () => Outcome][] = [
    ["WebAssembly", () => existence(typeof WebAssembly === "object")],
    ["Media core", () => coreLoaded(diagnostics)],
    ["Secure context", () => secureContext()],
    ["MediaRecorder", () => existence(diagnostics.check().mediaRecorderSupported)],
    ["Camera (getUserMedia)", () => existence(diagnostics.check().getUserMediaSupported)],
    ["Recording type", () => recordingType(diagnostics)],
    ["iOS issues", () => noIssues(diagnostics)],
    ...deviceSamples.map((sample): [string, () => Outcome] => [
      `Device detection: ${sample.name}`,
      () => detection(diagnostics, sample),
    ]),
  ];
  return tests.map(([name, test]) => ({ name, ...outcomeOf(test) }));
}

function outcomeOf(test: () => Outcome): Outcome {
  try {
    return test();
  } catch (error) {
    return { passed: false, detail: String(error) };
  }
}

const existence = (passed: boolean): Outcome => ({ passed, detail: passed ? "Available" : "Not available" });

function coreLoaded({ source }: Diagnostics): Outcome {
  const passed = source === "core";
  return { passed, detail: passed ? "Loaded" : "Not loaded; the built-in table stands in for it" };
}

function secureContext(): Outcome {
  const passed = window.isSecureContext;
  return { passed, detail: passed ? "Yes" : "No; browsers give no camera to pages without HTTPS" };
}

function recordingType({ check }: Diagnostics): Outcome {
  const { optimalCodec, supportedCodecs } = check();
  const passed = supportedCodecs.includes(optimalCodec);
  return { passed, detail: passed ? optimalCodec : "None of the known types is supported" };
}

function noIssues({ check }: Diagnostics): Outcome {
  const { issues } = check();
  return { passed: issues.length === 0, detail: issues.join("; ") || "None" };
}

function detection({ detect }: Diagnostics, sample: DeviceSample): Outcome {
  const { userAgent, platform, touchPoints, expected } = sample;
  const found = describe(detect(userAgent, platform, touchPoints));
  const passed = found === describe(expected);
  return { passed, detail: passed ? found : `${found}; expected ${describe(expected)}` };
}

function describe({ ios, safari, android }: Device): string {
  const names = [ios && "iOS", safari && "Safari", android && "Android"].filter((name) => name !== false);
  return names.join(", ") || "Neither iOS, Safari nor Android";
}
