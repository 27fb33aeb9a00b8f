// A reporter for node's test runner: one line of JSON for each test, and `"ended"` as the last one. Its own JUnit reporter
// writes a test whose `before` failed as passed, and loses the failure of a test around others.
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
    // Comes in the order of the source, and before what it has within it.
    if (type === "test:start") titles.splice(data.nesting, titles.length, data.name);
    if (type === "test:pass" || type === "test:fail") {
      const reported = caseOf(titles.slice(0, data.nesting).concat(data.name), data);
      if (reported) yield `${JSON.stringify(reported)}\n`;
    }
    // Comes last, and not at all where a test has ended the process.
    if (type === "test:summary") yield `"ended"\n`;
  }
}

/** Nothing for a suite, and for a failure that one within it has told already. */
function caseOf([file = "", ...titles]: string[], { skip, todo, details }: Data): Case | null {
  const { error } = details;
  const isSuite = details.type === "suite";
  const isToldWithin = error?.failureType === "subtestsFailed";
  if (isToldWithin || (isSuite && !error)) return null;
  return {
    file,
    titles: isSuite ? [...titles, "its hooks"] : titles,
    ms: Math.round(details.duration_ms),
    skipped: Boolean(skip) || (Boolean(todo) && Boolean(error)),
    failure: error && !todo ? inspect(error.cause ?? error) : null,
  };
}
