import titles from "#api/generated/titles.json";
import { useState, type ReactNode, useId, useEffect } from "react";
import { Button } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { useTitle } from "#lib/use-title.ts";
import { copyText } from "#lib/copy-text.ts";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";
import { runTests, type TestResult } from "./run-tests.ts";
import type { Diagnosis } from "#media/generated/media.ts";
import { pageData } from "#api/page-data.ts";
import { TextLink } from "#ui/text-link.tsx";
import { routes } from "#paths.ts";
import type { Diagnostics } from "./table-diagnostics.ts";

export default function IosDebugScreen() {
  useTitle(titles.iosDebug);
  const status = useStatus();
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="flex flex-1 flex-col py-8 sm:py-12">
        <h1 className="text-5xl sm:text-6xl">iOS Diagnostics</h1>
        <p className="mt-4 max-w-[52ch] text-xl leading-snug text-muted">
          Can this device record and send a video? Nothing is recorded here, and nothing leaves your device.
        </p>
        {status ? <Findings status={status} /> : <p className="mt-9 text-muted">Checking this device</p>}
      </div>
    </PageShell>
  );
}

function Findings({ status }: { status: Status }) {
  const [results, setResults] = useState<TestResult[]>();
  return (
    <>
      <div className="mt-9 max-w-3xl">
        <Verdict diagnosis={status.diagnosis} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={() => setResults(runTests(status.diagnostics))}>Run All Tests</Button>
        <Button variant="outlined" onClick={() => void copy(reportText(status, results))}>
          Copy report
        </Button>
      </div>
      <TestReport results={results} />
      <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <DeviceStatus status={status} />
        <CodecList diagnosis={status.diagnosis} />
        <Tips />
        <PageLinks />
      </div>
    </>
  );
}

// The toaster straight away: sharing `ui/toast.ts` would move it into the first load of every page.
async function copy(text: string): Promise<void> {
  const toaster = import("#ui/toasts/toaster.tsx");
  if (await copyText(text)) {
    await (await toaster).show("success", "Copied to clipboard");
  } else {
    await (await toaster).show("error", "Failed to copy", "Take a screenshot of this page instead.");
  }
}

/** The page's answer in one sentence, spoken by the bubble with the dot. */
function Verdict({ diagnosis }: { diagnosis: Diagnosis }) {
  const fine = diagnosis.issues.length === 0;
  return (
    <div role="alert" className="speech-bubble flex gap-4 p-6 sm:p-8">
      <span
        aria-hidden="true"
        className={`mt-1 size-5 shrink-0 rounded-full sm:mt-1.5 ${fine ? "bg-success" : "bg-signal-dot"}`}
      />
      <div className="min-w-0">
        <h2 className="text-2xl sm:text-3xl">
          {fine ? "iOS Compatibility Confirmed" : "iOS Compatibility Issues Detected"}
        </h2>
        <p className="mt-2 text-muted">
          {fine
            ? `Codec: ${diagnosis.optimalCodec}`
            : "Your device may have trouble recording or submitting videos, try refreshing the page or use a different browser"}
        </p>
      </div>
    </div>
  );
}

/** Mounted empty and filled by a run, so that a screen reader hears the outcome. */
function TestReport({ results }: { results: TestResult[] | undefined }) {
  return (
    <div className={results ? "mt-8 rounded-card border border-hairline bg-surface p-5 sm:p-6" : ""}>
      <output className="block font-display text-2xl font-bold tracking-tight tabular-nums">
        {results && passedOf(results)}
      </output>
      {results && (
        <ul aria-label="Test results" className="mt-4">
          {results.map(({ name, passed, detail }) => (
            <li
              key={name}
              className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-hairline py-2.5 lg:grid-cols-[20rem_1fr_auto]"
            >
              <span className="font-medium">{name}</span>
              <span className="col-start-1 row-start-2 min-w-0 wrap-anywhere text-muted lg:col-start-2 lg:row-start-1">
                {detail}
              </span>
              <span className={`font-semibold lg:col-start-3 ${passed ? "text-success" : "text-danger"}`}>
                {passed ? "Pass" : "Fail"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const TIPS = [
  ["Reload the page.", "Close other apps that use the camera first, such as a call."],
  [
    "Open it in Safari.",
    "Pages opened inside other apps, such as email or social media, often cannot use the camera.",
  ],
  ["Allow the camera and the microphone.", "Look for Safari in Settings, and set both to Ask or Allow."],
  ["Update iOS.", "Old versions cannot record in the browser."],
  ["Leave Lockdown Mode off for this site.", "It switches off parts of the browser."],
  ["Record with the Camera app.", "Then upload the video on the recording page."],
] as const;

function Tips() {
  return (
    <Section title="Troubleshooting tips">
      <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-signal">
        {TIPS.map(([heading, why]) => (
          <li key={heading}>
            <strong className="font-semibold">{heading}</strong> <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
      <p>
        Still stuck? Copy the report and send it to{" "}
        <TextLink href={pageData.support_url}>our support</TextLink>.
      </p>
    </Section>
  );
}

const PAGES = [
  ["Home", routes.home],
  ["Demo", "/demo"],
  ["WPMS", "/wpms"],
  ["Career Garage", "/career-garage"],
  ["WPMSAIC", "/wpmsaic"],
] as const;

/** Links to pages for a trial recording. Each loads a new document, like a visitor's first page. */
function PageLinks() {
  return (
    <Section title="Pages to try">
      <ul className="flex flex-wrap gap-x-6 gap-y-3">
        {PAGES.map(([name, path]) => (
          <li key={path}>
            <TextLink href={path} className="inline-block py-1">
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DeviceStatus({ status }: { status: Status }) {
  const { diagnosis, diagnostics, refreshedAt } = status;
  return (
    <Section title="This device">
      <dl className="border-t border-hairline">
        <Row name="Valid">
          {validityOf(status)}
          {diagnosis.issues.length > 0 && (
            <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 text-danger">
              {diagnosis.issues.map((issue) => (
                <li key={issue}>{issue}</li>
              ))}
            </ul>
          )}
        </Row>
        {factsOf(status).map(([name, value]) => (
          <Row key={name} name={name}>
            {value}
          </Row>
        ))}
      </dl>
      {diagnostics.source === "table" && (
        <p className="text-sm text-warning">
          The media core did not load in this browser. These results come from a built-in table, which the
          recorder uses here too.
        </p>
      )}
      <p className="text-sm text-muted">
        Refreshed every 30 seconds, last refreshed at{" "}
        <time dateTime={refreshedAt.toISOString()} className="tabular-nums">
          {refreshedAt.toLocaleTimeString("en-GB")}
        </time>
        .
      </p>
    </Section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_1fr] gap-3 border-b border-hairline py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

function CodecList({ diagnosis: { supportedCodecs, optimalCodec } }: { diagnosis: Diagnosis }) {
  return (
    <Section title="Supported codecs">
      {supportedCodecs.length === 0 ? (
        <p className="text-muted">None that Sayso can record in.</p>
      ) : (
        <ul className="border-t border-hairline">
          {supportedCodecs.map((codec) => (
            <li key={codec} className="flex justify-between gap-3 border-b border-hairline py-2.5">
              <span className="min-w-0 font-medium wrap-anywhere">{codec}</span>
              {codec === optimalCodec && <span className="text-success">Best</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const yesNo = (yes: boolean) => (yes ? "Yes" : "No");
const availability = (available: boolean) => (available ? "Available" : "Not available");

/** Facts about the device, shown on the page and in the copied report; issues are separate. */
function factsOf({ diagnosis, userAgent, touchPoints }: Status): [name: string, value: string][] {
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

const validityOf = ({ diagnosis }: Status) => yesNo(diagnosis.issues.length === 0);

const passedOf = (results: { passed: boolean }[]) =>
  `${results.filter(({ passed }) => passed).length} of ${results.length} tests passed`;

/** All that the page shows, to be sent to support. */
function reportText(status: Status, results: TestResult[] | undefined): string {
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

const TIMEOUT_MS = 4000;

/** Loads the core, or the table if the core cannot run or is slow, as the recorder does. */
function loadDiagnostics(): Promise<Diagnostics> {
  return Promise.race([fromCore(), tooLong()]).catch((error: unknown) => {
    if (typeof WebAssembly === "object") console.warn("going on without the media core:", error);
    return import("./table-diagnostics.ts").then((module) => module.tableDiagnostics);
  });
}

async function fromCore(): Promise<Diagnostics> {
  const core = await import("#media/core/rules.js");
  await core.default();
  return { source: "core", check: core.checkDevice, detect: core.detectDevice };
}

function tooLong(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("too late")), TIMEOUT_MS);
  });
}

type Status = {
  diagnostics: Diagnostics;
  diagnosis: Diagnosis;
  userAgent: string;
  touchPoints: number;
  refreshedAt: Date;
};

const REFRESH_MS = 30_000;

/** Diagnoses this browser every 30 seconds; `undefined` until the first result. */
function useStatus(): Status | undefined {
  const [status, setStatus] = useState<Status>();

  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const start = (diagnostics: Diagnostics) => {
      if (left) return;
      const refresh = () => setStatus(readStatus(diagnostics));
      refresh();
      timer = setInterval(refresh, REFRESH_MS);
    };
    const fail = (error: unknown) => {
      if (left) return;
      // Rethrown while rendering, so that the screen boundary shows the error.
      setStatus(() => {
        throw error;
      });
    };
    loadDiagnostics().then(start).catch(fail);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, []);

  return status;
}

function readStatus(diagnostics: Diagnostics): Status {
  return {
    diagnostics,
    diagnosis: diagnostics.check(),
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    refreshedAt: new Date(),
  };
}
