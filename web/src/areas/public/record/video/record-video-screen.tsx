import { useCallback, useEffect, useMemo, useState } from "react";
import type { PublicClient } from "#api/generated/public.ts";
import { loadCore } from "#media/core.ts";
import { keepScreenAwake } from "#media/camera/wake-lock.ts";
import { watermarkOf } from "#media/watermark.ts";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { goTo } from "#areas/public/record/record-address.ts";
import { RecordGate } from "#areas/public/record/record-gate.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { Stage } from "./recorder/stage.tsx";
import { TestimonialForm } from "./form/testimonial-form.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { isSending, recordPageDestination, type SubmissionPhase } from "./sending/use-submission.ts";
import { StudioPage, invitationOf } from "./studio-page.tsx";
import { useTake } from "./use-take.ts";
import { recordPath } from "#paths.ts";

export default function RecordVideoScreen() {
  return <RecordGate>{(client) => <Studio key={client.id} client={client} />}</RecordGate>;
}

/** The camera, and the form beside or below it. The form stays mounted, so that input is never lost. */
function Studio({ client }: { client: PublicClient }) {
  useTitle(`Record a testimonial for ${client.company_name}`);
  const [phase, setPhase] = useState<SubmissionPhase>("idle");
  const business = useMemo(
    () => ({
      clientId: client.id,
      watermark: watermarkOf(client),
      destination: recordPageDestination(client),
    }),
    [client],
  );
  const { take, draft, finishing, changeTake, chooseFile, setLocked } = useTake(business);
  const sending = isSending(phase);
  const guard = useLeaveGuard(take !== null && phase !== "done");

  useEffect(() => {
    // Needed at the first tap; fetched after the first paint.
    const timer = setTimeout(() => void loadCore().catch(() => undefined), 300);
    return () => clearTimeout(timer);
  }, []);
  useEffect(prepareToastsSoon, []);
  useEffect(() => {
    if (sending) return keepScreenAwake();
    return undefined;
  }, [sending]);

  const changePhase = useCallback(
    (next: SubmissionPhase) => {
      setLocked(next !== "idle");
      setPhase(next);
    },
    [setLocked],
  );

  return (
    <>
      <StudioPage
        client={client}
        onBack={(event) => guard.ask(event, () => goTo(recordPath(client.custom_slug)))}
      >
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
      </StudioPage>
      {guard.asking && <LeaveDialog guard={guard} sending={sending} onLeave={() => take?.store.delete()} />}
    </>
  );
}
