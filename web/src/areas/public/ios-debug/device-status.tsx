import type { ReactNode } from "react";
import { factsOf, validityOf } from "./report-text.ts";
import { Section } from "./section.tsx";
import type { Status } from "./use-diagnostics.ts";
import type { Diagnosis } from "#media/generated/media.ts";

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

export function CodecList({ diagnosis: { supportedCodecs, optimalCodec } }: { diagnosis: Diagnosis }) {
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
