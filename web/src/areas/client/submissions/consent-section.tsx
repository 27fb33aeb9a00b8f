import { Check, MessageCircleQuestion, X } from "lucide-react";
import { useState } from "react";
import type { ConsentTexts, SubmissionDetail } from "#api/generated/client.ts";
import * as api from "#api/generated/calls/client.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ConsentRecordButtons } from "#consent-record/consent-record-buttons.tsx";
import { formatDate, formatDateTime } from "#lib/format.ts";
import { useAskAgain } from "./use-submissions.ts";

type Props = { clientId: string; detail: SubmissionDetail };

/** The consents in the wording that was shown, what they permit, and the record of them. */
export function ConsentSection({ clientId, detail }: Props) {
  const { submission, consent, withdrawn_at: withdrawnAt } = detail;
  const { texts, requests } = consent;
  return (
    <section aria-label="Consent">
      <h3 className="mb-2 flex flex-wrap items-center gap-3 text-lg">
        Consent
        {withdrawnAt !== null && <Badge tone="danger">Consent withdrawn</Badge>}
      </h3>
      <Boxes
        texts={texts}
        ticked={[consent.consent_data, consent.consent_marketing]}
        givenAt={consent.given_at}
        version={consent.text_version}
      />
      {requests.map(
        ({ asked_at: askedAt, answer }) =>
          answer && (
            <div key={askedAt} className="mt-4">
              <Boxes
                texts={answer.texts}
                ticked={[true, true]}
                givenAt={answer.given_at}
                version={answer.text_version}
              />
            </div>
          ),
      )}
      {withdrawnAt !== null ? (
        <p className="mt-2 text-sm text-muted">Withdrawn on {formatDateTime(withdrawnAt)}.</p>
      ) : (
        submission.hold === null && <AskAgain clientId={clientId} detail={detail} />
      )}
      <div className="mt-4">
        <ConsentRecordButtons load={() => api.submissionConsent(clientId, submission.id)} />
      </div>
    </section>
  );
}

/** Says that an older consent does not permit editing, and offers to ask the customer. */
function AskAgain({ clientId, detail }: Props) {
  const { submission, consent } = detail;
  const { mutate, isPending } = useAskAgain(clientId, submission.id);
  const [now] = useState(() => Date.now());
  const lastAsked = consent.requests.at(-1)?.asked_at;
  if (consent.may_ask_from === null) return null;
  const isWaiting = consent.may_ask_from > now;
  return (
    <div className="mt-4 rounded-control bg-sunken p-4 text-[0.9375rem]">
      <p>
        You can publish this video as it is. It cannot be captioned, translated, shortened or cut: your
        customer agreed to an older text, which does not mention that.
      </p>
      {lastAsked !== undefined && (
        <p className="mt-2 text-muted">
          You asked on {formatDate(lastAsked)}, and there is no answer yet.
          {isWaiting && ` You can ask again on ${formatDate(consent.may_ask_from)}.`}
        </p>
      )}
      {!isWaiting && (
        <Button variant="outlined" className="mt-3" disabled={isPending} onClick={() => mutate()}>
          <MessageCircleQuestion className="size-5" aria-hidden="true" />
          {lastAsked === undefined ? "Ask your customer by email" : "Ask again"}
        </Button>
      )}
    </div>
  );
}

type BoxesProps = {
  texts: ConsentTexts | null;
  ticked: [data: boolean, marketing: boolean];
  givenAt: number;
  version: string;
};

function Boxes({ texts, ticked: [data, marketing], givenAt, version }: BoxesProps) {
  return (
    <>
      <ul className="flex flex-col gap-2 text-[0.9375rem]">
        <Box ticked={data} text={texts?.data ?? "Processing of personal data and video"} />
        <Box ticked={marketing} text={texts?.marketing ?? "Use in marketing materials"} />
      </ul>
      {texts?.explanation && <p className="mt-2 text-[0.9375rem]">{texts.explanation}</p>}
      <p className="mt-2 text-sm text-muted">
        Given on {formatDateTime(givenAt)}. Text version {version}
        {texts ? "." : ", whose wording is no longer kept here."}
      </p>
    </>
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
