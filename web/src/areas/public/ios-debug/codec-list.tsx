import type { Diagnosis } from "../../../media/generated/Diagnosis.ts";
import { Section } from "./section.tsx";

export function CodecList({ diagnosis: { supportedCodecs, optimalCodec } }: { diagnosis: Diagnosis }) {
  return (
    <Section title="Supported codecs">
      {supportedCodecs.length === 0 ? (
        <p className="text-muted">None of the types that Sayso can record in.</p>
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
