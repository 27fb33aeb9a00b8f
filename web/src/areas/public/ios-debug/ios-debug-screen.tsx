import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { PageShell } from "../../../ui/page-shell.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { SiteFooter } from "../site-footer.tsx";
import { SiteHeader } from "../site-header.tsx";
import { CodecList } from "./codec-list.tsx";
import { DeviceStatus } from "./device-status.tsx";
import { PageLinks } from "./page-links.tsx";
import { reportText } from "./report-text.ts";
import { runTests, type TestResult } from "./run-tests.ts";
import { TestReport } from "./test-report.tsx";
import { Tips } from "./tips.tsx";
import { type Status, useStatus } from "./use-status.ts";
import { Verdict } from "./verdict.tsx";

export default function IosDebugScreen() {
  useTitle("iOS Diagnostics");
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
        <Button look="outlined" onClick={() => void copy(reportText(status, results))}>
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
  const toaster = import("../../../ui/toaster.tsx");
  if (await copyText(text)) {
    (await toaster).show("success", "Copied to clipboard", undefined);
  } else {
    (await toaster).show("error", "Failed to copy", "Take a screenshot of this page instead.");
  }
}
