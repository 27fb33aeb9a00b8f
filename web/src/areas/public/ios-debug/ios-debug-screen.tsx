import titles from "#api/generated/titles.json";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { useTitle } from "#lib/use-title.ts";
import { copyText } from "#lib/copy-text.ts";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";
import { CodecList, DeviceStatus } from "./device-status.tsx";
import { passedOf, reportText } from "./report-text.ts";
import { runTests, type TestResult } from "./run-tests.ts";
import { type Status, useStatus } from "./use-diagnostics.ts";
import type { Diagnosis } from "#media/generated/media.ts";
import { pageData } from "#api/page-data.ts";
import { TextLink } from "#ui/text-link.tsx";
import { Section } from "./section.tsx";
import { routes } from "#paths.ts";

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
        {TIPS.map(([what, why]) => (
          <li key={what}>
            <strong className="font-semibold">{what}</strong> <span className="text-muted">{why}</span>
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
