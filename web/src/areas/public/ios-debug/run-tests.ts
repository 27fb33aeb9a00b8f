import type { Device } from "#media/generated/media.ts";
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

/** A well-known browser, its user agent, and the expected detection. */
type DeviceSample = {
  name: string;
  userAgent: string;
  platform: string;
  touchPoints: number;
  expected: Device;
};

const MAC_SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15";
const onIphone = (browser: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser} Mobile/15E148 Safari/604.1`;
const chromeOn = (system: string, browser = "Chrome/140.0.0.0") =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser} Safari/537.36`;

const ios: Device = { ios: true, safari: true, android: false };
const safari: Device = { ios: false, safari: true, android: false };
const android: Device = { ios: false, safari: false, android: true };
const other: Device = { ios: false, safari: false, android: false };

const deviceSamples: DeviceSample[] = [
  {
    name: "iPhone, Safari",
    userAgent: onIphone("Version/18.4"),
    platform: "iPhone",
    touchPoints: 5,
    expected: ios,
  },
  {
    name: "iPhone, Chrome",
    userAgent: onIphone("CriOS/140.0.0.0"),
    platform: "iPhone",
    touchPoints: 5,
    expected: ios,
  },
  {
    name: "iPad that says Macintosh",
    userAgent: MAC_SAFARI,
    platform: "MacIntel",
    touchPoints: 5,
    expected: ios,
  },
  {
    name: "Mac without touch, Safari",
    userAgent: MAC_SAFARI,
    platform: "MacIntel",
    touchPoints: 0,
    expected: safari,
  },
  {
    name: "Android, Chrome",
    userAgent: chromeOn("Linux; Android 10; K", "Chrome/140.0.0.0 Mobile"),
    platform: "Linux armv81",
    touchPoints: 5,
    expected: android,
  },
  {
    name: "Windows, Chrome",
    userAgent: chromeOn("Windows NT 10.0; Win64; x64"),
    platform: "Win32",
    touchPoints: 10,
    expected: other,
  },
  {
    name: "Mac, Chrome",
    userAgent: chromeOn("Macintosh; Intel Mac OS X 10_15_7"),
    platform: "MacIntel",
    touchPoints: 0,
    expected: other,
  },
  {
    name: "Linux, Firefox",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    platform: "Linux x86_64",
    touchPoints: 0,
    expected: other,
  },
];
