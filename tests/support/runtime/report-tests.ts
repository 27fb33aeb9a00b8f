// A reporter for node's test runner: one line of JSON per test, and `"ended"` last. Node's JUnit reporter reports a
// test whose `before` failed as passed, and loses the failure of a test with subtests.
import { inspect } from "node:util";

type Data = {
  name: string;
  nesting: number;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { duration_ms: number; type?: string; error?: Error & { failureType?: string; cause?: unknown } };
};

type TestEvent = { type: string; data: Data };

/** One line of the report; `xtask/src/test/case.rs` reads it. */
type Case = { file: string; titles: string[]; ms: number; skipped: boolean; failure: string | null };

export default async function* report(events: AsyncIterable<TestEvent>) {
  const titles: string[] = [];
  for await (const { type, data } of events) {
    // Emitted in source order, before any subtests.
    if (type === "test:start") titles.splice(data.nesting, titles.length, data.name);
    if (type === "test:pass" || type === "test:fail") {
      const reported = caseOf(titles.slice(0, data.nesting).concat(data.name), data);
      if (reported) yield `${JSON.stringify(reported)}\n`;
    }
    // Emitted last, and not at all if a test has ended the process.
    if (type === "test:summary") yield `"ended"\n`;
  }
}

/** `null` for a suite, and for a failure that a subtest has reported. */
function caseOf([file = "", ...titles]: string[], { skip, todo, details }: Data): Case | null {
  const { error } = details;
  const isSuite = details.type === "suite";
  const isReportedBySubtest = error?.failureType === "subtestsFailed";
  if (isReportedBySubtest || (isSuite && !error)) return null;
  return {
    file,
    titles: isSuite ? [...titles, "its hooks"] : titles,
    ms: Math.round(details.duration_ms),
    skipped: Boolean(skip) || (Boolean(todo) && Boolean(error)),
    failure: error && !todo ? inspect(error.cause ?? error) : null,
  };
}
