import { factsOf, passedOf, validityOf } from "./device-facts.ts";
import type { TestResult } from "./run-tests.ts";
import type { Status } from "./use-status.ts";

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
