import { useRef } from "react";
import type { PublicClient } from "#api/generated/public.ts";
import { recordPath } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { goTo } from "#areas/public/record/record-address.ts";
import { SentMark } from "#areas/public/record/sent-mark.tsx";
import { ReviewButton } from "#areas/public/record/review-button.tsx";
import { LazyOwnPageLink } from "#areas/public/record/lazy-own-page-link.tsx";

/** Closing it in any way leads back to the business's page. */
export function ThankYouDialog({ client, ownPage }: { client: PublicClient; ownPage: string | undefined }) {
  const done = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title="Thank you!" onClose={() => goTo(recordPath(client.custom_slug))}>
      <p className="text-center text-lg text-muted">Your video is on its way to {client.company_name}.</p>
      <SentMark className="mx-auto my-6 size-28" />
      <div className="flex flex-col gap-3">
        {client.review_link_url && <ReviewButton client={client} />}
        <Button ref={done} onClick={() => done.current?.closest("dialog")?.close()}>
          Done
        </Button>
      </div>
      {ownPage && <LazyOwnPageLink href={ownPage} />}
    </Dialog>
  );
}
