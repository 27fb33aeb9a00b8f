import { Check, X } from "lucide-react";
import type { ConsentRecord } from "../../../api/generated/ConsentRecord.ts";
import { momentOf } from "./submission-facts.ts";

/** What the customer agreed to, in the words that were shown. */
export function ConsentNote({ consent }: { consent: ConsentRecord }) {
  const { texts } = consent;
  return (
    <section aria-label="Consent">
      <h3 className="mb-2 text-lg">Consent</h3>
      <ul className="flex flex-col gap-2 text-[0.9375rem]">
        <Box ticked={consent.consent_data} text={texts?.data ?? "Processing of personal data and video"} />
        <Box ticked={consent.consent_marketing} text={texts?.marketing ?? "Use in marketing materials"} />
      </ul>
      <p className="mt-2 text-sm text-muted">
        Given on {momentOf(consent.given_at)}. Text version {consent.text_version}
        {texts ? "." : ", whose words are no longer kept here."}
      </p>
    </section>
  );
}

function Box({ ticked, text }: { ticked: boolean; text: string }) {
  const Icon = ticked ? Check : X;
  return (
    <li className="flex gap-3 rounded-control border border-hairline p-3 leading-snug">
      <Icon className={`size-5 shrink-0 ${ticked ? "text-success" : "text-danger"}`} aria-hidden="true" />
      <span>
        <span className="sr-only">{ticked ? "Agreed: " : "Not agreed: "}</span>
        {text}
      </span>
    </li>
  );
}
