import type { ReactNode } from "react";
import type { PublicClient } from "#api/generated/public.ts";
import { PageShell } from "#ui/page-shell.tsx";
import { useTitle } from "#lib/use-title.ts";
import { facts } from "./facts.ts";
import { ClientLogo } from "./record/client-logo.tsx";
import { RecordFooter } from "./record/record-footer.tsx";

type Props = {
  client: PublicClient;
  text: string;
  /** The answers: a video first. */
  children: ReactNode;
};

/** The business's request in a speech bubble, with a red button below. */
export function InvitationPage({ client, text, children }: Props) {
  const title = `Share your experience with ${client.company_name}`;
  useTitle(title);
  return (
    <PageShell footer={<RecordFooter />}>
      <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center py-10">
        <div className="mb-9 flex min-h-14 items-end pl-1">
          <ClientLogo client={client} className="h-16 sm:h-20" />
        </div>
        <div className="speech-bubble p-7 sm:p-10">
          <h1 className="text-[clamp(2.25rem,9vw,3.75rem)]">{title}</h1>
          <p className="mt-5 max-w-[38ch] text-lg text-muted">{text}</p>
          {client.questions.length > 0 && (
            <>
              <p className="mt-5 font-semibold">Not sure where to start?</p>
              <ul className="mt-1.5 list-disc space-y-1 pl-5 wrap-anywhere">
                {client.questions.map((question) => (
                  <li key={question}>{question}</li>
                ))}
              </ul>
            </>
          )}
        </div>
        <div className="mt-8 flex flex-col gap-3">{children}</div>
        <p className="mt-6 text-center text-[0.9375rem] text-muted">
          {facts.recordingSeconds} seconds at most. No app, no account. You watch it before you send it.
        </p>
      </div>
    </PageShell>
  );
}
