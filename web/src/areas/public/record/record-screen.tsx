import type { PublicClient } from "#api/generated/public.ts";
import { recordVideoPath } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { RecordGate } from "./record-gate.tsx";
import { InvitationPage } from "#areas/public/invitation-page.tsx";
import { RecordLink } from "./record-link.tsx";
import { ReviewButton } from "./review-button.tsx";

export default function RecordScreen() {
  return <RecordGate>{(client) => <Invitation client={client} />}</RecordGate>;
}

/** The business's request, with a link to the camera. */
export function Invitation({ client }: { client: PublicClient }) {
  return (
    <InvitationPage
      client={client}
      text="Tell us how it went, in your own words. A short video is all it takes."
    >
      <RecordLink
        href={recordVideoPath(client.custom_slug)}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        className={buttonClass("signal", "min-h-16 text-lg")}
      >
        <span aria-hidden="true" className="size-4 rounded-full bg-current" />
        Leave a Video Testimonial
      </RecordLink>
      <ReviewButton client={client} />
    </InvitationPage>
  );
}

const fetchAhead = () => void import("./video/record-video-screen.tsx").catch(() => undefined);
