import { useCallback, useEffect, useState } from "react";
import { useParams } from "react-router";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import { loadCore } from "../../../../media/core.ts";
import type { Take } from "../../../../media/take.ts";
import { prepareToastsSoon } from "../../../../ui/toast.ts";
import { useTitle } from "../../../../ui/use-title.ts";
import { ClientGate } from "../client-gate.tsx";
import { RecordFooter } from "../record-footer.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { sayTakeSize } from "./say.ts";
import { Stage } from "./stage.tsx";
import { StudioHeader } from "./studio-header.tsx";
import { TestimonialForm } from "./testimonial-form.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { isSending, type SubmissionPhase } from "./use-submission.ts";

export default function RecordVideoScreen() {
  const { slug = "" } = useParams();
  return <ClientGate slug={slug}>{(client) => <Studio key={client.id} client={client} />}</ClientGate>;
}

/** The camera and, beside or beneath it, the form. The form stays mounted: what was typed is never lost. */
function Studio({ client }: { client: PublicClient }) {
  useTitle(`Record a testimonial for ${client.company_name}`);
  const [take, setTake] = useState<Take | null>(null);
  const [phase, setPhase] = useState<SubmissionPhase>("idle");
  const sending = isSending(phase);
  const guard = useLeaveGuard(take !== null && phase !== "done");

  useEffect(() => {
    // Wanted by the first tap; fetched once the page stands.
    const timer = setTimeout(() => void loadCore(), 300);
    return () => clearTimeout(timer);
  }, []);
  useEffect(prepareToastsSoon, []);

  const changeTake = useCallback((next: Take | null) => {
    setTake(next);
    if (next) sayTakeSize(next.blob.size);
  }, []);

  return (
    <div className="mx-auto flex min-h-svh max-w-6xl flex-col px-4 sm:px-8">
      <StudioHeader client={client} guard={guard} />
      <main className="grid flex-1 content-start items-start gap-8 pb-12 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-12">
        <h1 className="sr-only">Record a testimonial for {client.company_name}</h1>
        <Stage client={client} take={take} onTake={changeTake} frozen={sending} />
        <TestimonialForm client={client} take={take} onPhase={setPhase} />
      </main>
      <footer className="border-t border-hairline py-6 text-sm text-muted">
        <RecordFooter />
      </footer>
      {guard.asking && <LeaveDialog guard={guard} sending={sending} />}
    </div>
  );
}
