import { passedOf } from "./device-facts.ts";
import type { TestResult } from "./run-tests.ts";

/** Mounted empty and filled by a run, so that a screen reader hears the outcome. */
export function TestReport({ results }: { results: TestResult[] | undefined }) {
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
