import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import { loadCore, type FormValues } from "../../../../media/core.ts";
import type { Finished } from "../../../../media/finish/finish.ts";
import { takeOfFile, type Take } from "../../../../media/take.ts";
import { keepScreenAwake } from "../../../../media/wake-lock.ts";
import { watermarkOf } from "../../../../media/watermark.ts";
import { prepareToastsSoon } from "../../../../ui/toast.ts";
import { useTitle } from "../../../../ui/use-title.ts";
import { ClientGate } from "../client-gate.tsx";
import { RecordFooter } from "../record-footer.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { sayTakeSize } from "./say.ts";
import { Stage } from "./stage.tsx";
import { StudioHeader } from "./studio-header.tsx";
import { TestimonialForm } from "./testimonial-form.tsx";
import { useFinishing } from "./use-finishing.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { isSending, type SubmissionPhase } from "./use-submission.ts";

export default function RecordVideoScreen() {
  const { slug = "" } = useParams();
  return <ClientGate slug={slug}>{(client) => <Studio key={client.id} client={client} />}</ClientGate>;
}

/** What was typed in an earlier visit. */
type Draft = { key: string; values: FormValues };

const sayFinishedSize = ({ blob }: Finished) => sayTakeSize(blob.size);

/** The camera and, beside or beneath it, the form. The form stays mounted: what was typed is never lost. */
function Studio({ client }: { client: PublicClient }) {
  useTitle(`Record a testimonial for ${client.company_name}`);
  const [take, setTake] = useState<Take | null>(null);
  const [phase, setPhase] = useState<SubmissionPhase>("idle");
  const business = useMemo(() => ({ clientId: client.id, watermark: watermarkOf(client) }), [client]);
  const { finishing, begin } = useFinishing(sayFinishedSize);
  const [draft, setDraft] = useState<Draft | null>(null);
  const sending = isSending(phase);
  const guard = useLeaveGuard(take !== null && phase !== "done");

  useEffect(() => {
    // Wanted by the first tap; fetched once the page stands.
    const timer = setTimeout(() => void loadCore(), 300);
    return () => clearTimeout(timer);
  }, []);
  useEffect(prepareToastsSoon, []);
  useEffect(() => {
    if (sending) return keepScreenAwake();
    return undefined;
  }, [sending]);

  const current = useRef<Take | null>(null);
  const changeTake = useCallback(
    (next: Take | null) => {
      current.current?.keeper.forget();
      current.current = next;
      setTake(next);
      begin(next);
      if (next?.earlier?.form) setDraft({ key: next.key, values: next.earlier.form });
    },
    [begin],
  );

  const settled = useRef(false);
  const changePhase = useCallback((next: SubmissionPhase) => {
    settled.current = next !== "idle";
    setPhase(next);
  }, []);
  const chooseFile = (file: File, type: string) => {
    // One that was chosen just before submit: what is on its way, or has arrived, stays what is shown.
    if (!settled.current) changeTake(takeOfFile(file, type, business));
  };

  return (
    <div className="mx-auto flex min-h-svh max-w-6xl flex-col px-4 sm:px-8">
      <StudioHeader client={client} guard={guard} />
      <main className="grid flex-1 content-start items-start gap-8 pb-12 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-12">
        <h1 className="sr-only">Record a testimonial for {client.company_name}</h1>
        <Stage
          client={client}
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
