import { limits } from "../../../../media/generated/fallback.json";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import { loadCore } from "../../../../media/core.ts";
import { keepScreenAwake } from "../../../../media/camera/wake-lock.ts";
import { watermarkOf } from "../../../../media/watermark.ts";
import { prepareToastsSoon } from "../../../../ui/toasts/toast.ts";
import { useTitle } from "../../../../lib/use-title.ts";
import { goTo } from "../record-address.ts";
import { RecordGate } from "../record-gate.tsx";
import { RecordLink } from "../record-link.tsx";
import { RecordFooter } from "../record-footer.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { Stage } from "./recorder/stage.tsx";
import { TestimonialForm } from "./form/testimonial-form.tsx";
import { useLeaveGuard, type LeaveGuard } from "./use-leave-guard.ts";
import { isSending, recordPageDestination, type SubmissionPhase } from "./sending/use-submission.ts";
import { useTake } from "./use-take.ts";
import { ArrowLeft } from "lucide-react";
import { recordPath } from "../../../../paths.ts";
import { ClientLogo } from "../client-logo.tsx";

export default function RecordVideoScreen() {
  return <RecordGate>{(client) => <Studio key={client.id} client={client} />}</RecordGate>;
}

const invitationOf = (client: PublicClient) => ({
  title: `Your words about ${client.company_name}`,
  text: `Look into the camera and say what you would tell a friend. ${limits.maxRecordingSeconds} seconds at most, and you can record it again as often as you like.`,
  note: "Nothing is sent until you press submit.",
});

/** The camera and, beside or beneath it, the form. The form stays mounted: what was typed is never lost. */
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
  const { take, draft, finishing, changeTake, chooseFile, settle } = useTake(business);
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
      {guard.asking && <LeaveDialog guard={guard} sending={sending} onLeave={() => take?.store.forget()} />}
    </div>
  );
}

function StudioHeader({ client, guard }: { client: PublicClient; guard: LeaveGuard }) {
  const back = recordPath(client.custom_slug);
  return (
    <header className="flex items-center gap-4 py-4 sm:py-6">
      <RecordLink
        href={back}
        onClick={(event) => guard.ask(event, () => goTo(back))}
        aria-label={`Back to ${client.company_name}`}
        className="-ml-2 grid size-12 shrink-0 place-items-center rounded-full transition-colors hover:bg-sunken"
      >
        <ArrowLeft className="size-6" aria-hidden="true" />
      </RecordLink>
      <ClientLogo client={client} className="h-10" />
    </header>
  );
}
