import { useCallback, useEffect, useMemo, useState } from "react";
import { useParams } from "react-router";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import { loadTools } from "../../../../media/core.ts";
import { keepScreenAwake } from "../../../../media/wake-lock.ts";
import { watermarkOf } from "../../../../media/watermark.ts";
import { prepareToastsSoon } from "../../../../ui/toast.ts";
import { useTitle } from "../../../../ui/use-title.ts";
import { ClientGate } from "../record-gate.tsx";
import { RecordFooter } from "../record-footer.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { Stage } from "./stage.tsx";
import { StudioHeader } from "./studio-header.tsx";
import { TestimonialForm } from "./testimonial-form.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { isSending, type SubmissionPhase } from "./use-submission.ts";
import { useTake } from "./use-take.ts";

export default function RecordVideoScreen() {
  const { slug = "" } = useParams();
  return <ClientGate slug={slug}>{(client) => <Studio key={client.id} client={client} />}</ClientGate>;
}

const invitationOf = (client: PublicClient) => ({
  title: `Your words about ${client.company_name}`,
  text: "Look into the camera and say what you would tell a friend. 40 seconds at most, and you can record it again as often as you like.",
  note: "Nothing is sent until you press submit.",
});

/** The camera and, beside or beneath it, the form. The form stays mounted: what was typed is never lost. */
function Studio({ client }: { client: PublicClient }) {
  useTitle(`Record a testimonial for ${client.company_name}`);
  const [phase, setPhase] = useState<SubmissionPhase>("idle");
  const business = useMemo(() => ({ clientId: client.id, watermark: watermarkOf(client) }), [client]);
  const { take, draft, finishing, changeTake, chooseFile, settle } = useTake(business);
  const sending = isSending(phase);
  const guard = useLeaveGuard(take !== null && phase !== "done");

  useEffect(() => {
    // Wanted by the first tap; fetched once the page stands.
    const timer = setTimeout(() => void loadTools(), 300);
    return () => clearTimeout(timer);
  }, []);
  useEffect(prepareToastsSoon, []);
  useEffect(() => {
    if (sending) return keepScreenAwake();
    return undefined;
  }, [sending]);

  const changePhase = useCallback(
    (next: SubmissionPhase) => {
      settle(next !== "idle");
      setPhase(next);
    },
    [settle],
  );

  return (
    <div className="mx-auto flex min-h-svh max-w-6xl flex-col px-4 sm:px-8">
      <StudioHeader client={client} guard={guard} />
      <main className="grid flex-1 content-start items-start gap-8 pb-12 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-12">
        <h1 className="sr-only">Record a testimonial for {client.company_name}</h1>
        <Stage
          invitation={invitationOf(client)}
          business={business}
          take={take}
          finishing={finishing}
          onTake={changeTake}
          onFile={chooseFile}
          frozen={sending}
        />
        <TestimonialForm
          key={draft?.key}
          draft={draft?.values ?? null}
          client={client}
          watermark={business.watermark}
          take={take}
          finishing={finishing}
          onPhase={changePhase}
        />
      </main>
      <footer className="border-t border-hairline py-6 text-sm text-muted">
        <RecordFooter />
      </footer>
      {guard.asking && <LeaveDialog guard={guard} sending={sending} onLeave={() => take?.keeper.forget()} />}
    </div>
  );
}
