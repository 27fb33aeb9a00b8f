import { Link, useParams } from "react-router";
import type { PublicClient } from "../../../api/generated/PublicClient.ts";
import { recordVideoPath } from "../../../paths.ts";
import { screens } from "../../../screens.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { PageShell } from "../../../ui/page-shell.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { ClientGate } from "./client-gate.tsx";
import { ClientLogo } from "./client-logo.tsx";
import { RecordFooter } from "./record-footer.tsx";
import { ReviewButton } from "./review-button.tsx";

export default function RecordScreen() {
  const { slug = "" } = useParams();
  return <ClientGate slug={slug}>{(client) => <Invitation client={client} />}</ClientGate>;
}

/** The business asks, in a speech bubble; the answer is the red button under it. */
function Invitation({ client }: { client: PublicClient }) {
  useTitle(`Share your experience with ${client.company_name}`);
  return (
    <PageShell footer={<RecordFooter />}>
      <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center py-10">
        <div className="mb-9 flex min-h-14 items-end pl-1">
          <ClientLogo client={client} className="h-16 sm:h-20" />
        </div>
        <div className="speech-bubble p-7 sm:p-10">
          <h1 className="text-[clamp(2.25rem,9vw,3.75rem)]">
            Share your experience with {client.company_name}
          </h1>
          <p className="mt-5 max-w-[38ch] text-lg text-muted">
            Tell us how it went, in your own words. A short video is all it takes.
          </p>
        </div>
        <div className="mt-8 flex flex-col gap-3">
          <Link
            to={recordVideoPath(client.custom_slug)}
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            className={buttonClass("signal", "min-h-16 text-lg")}
          >
            <span aria-hidden="true" className="size-4 rounded-full bg-current" />
            Leave a Video Testimonial
          </Link>
          <ReviewButton client={client} />
        </div>
        <p className="mt-6 text-center text-[0.9375rem] text-muted">
          40 seconds at most. No app, no account. You watch it before you send it.
        </p>
      </div>
    </PageShell>
  );
}

const fetchAhead = () => void screens.recordVideo().catch(() => undefined);
