import type { Diagnosis } from "../../../media/generated/Diagnosis.ts";

/** The page's answer in one sentence, spoken by the bubble with the dot. */
export function Verdict({ diagnosis }: { diagnosis: Diagnosis }) {
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
