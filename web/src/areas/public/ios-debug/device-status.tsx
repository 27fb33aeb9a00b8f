import type { ReactNode } from "react";
import { factsOf, validityOf } from "./device-facts.ts";
import { Section } from "./section.tsx";
import type { Status } from "./use-status.ts";

export function DeviceStatus({ status }: { status: Status }) {
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
          The media core did not load in this browser. What you see comes from a built-in table, by which the
          recorder works here too.
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
