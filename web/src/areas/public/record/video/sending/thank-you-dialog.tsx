import { lazy, Suspense, useRef } from "react";
import type { PublicClient } from "#api/generated/public.ts";
import { recordPath } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { goTo } from "#areas/public/record/record-address.ts";
import { SentMark } from "#areas/public/record/sent-mark.tsx";
import { ReviewButton } from "#areas/public/record/review-button.tsx";

/** The private link alone, where what is around it cannot be loaded. */
const PlainLink = ({ href }: { href: string }) => (
  <p className="mt-5 text-center">
    <TextLink href={href} newTab>
      Your testimonial
    </TextLink>
  </p>
);

// Loaded at the end of a visit: the page is to load fast.
const OwnPageLink = lazy(() =>
  import("#areas/public/record/own-page-link.tsx").then(
    (module) => ({ default: module.OwnPageLink }),
    () => ({ default: PlainLink }),
  ),
);

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
      {ownPage && (
        <Suspense>
          <OwnPageLink href={ownPage} />
        </Suspense>
      )}
    </Dialog>
  );
}
