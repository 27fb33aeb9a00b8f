import { useEffect, useMemo } from "react";
import type { BrandedData } from "#api/generated/public.ts";
import { pageData } from "#api/page-data.ts";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { Blocked, blockOf } from "#areas/public/record/blocked.tsx";
import { InvitationPage } from "#areas/public/invitation-page.tsx";
import { ReviewLink } from "#areas/public/record/review-button.tsx";
import { DialogButton } from "#areas/public/testimonial-dialog/dialog-button.tsx";
import type { DialogTarget } from "#areas/public/testimonial-dialog/dialog-target.ts";

/** The branded page of one business, from the server's page data. */
export default function BrandedScreen() {
  if (!pageData.branded) return null;
  const { client } = pageData.branded;
  const block = blockOf(client.accepting);
  return block ? <Blocked client={client} block={block} /> : <Branded data={pageData.branded} />;
}

function Branded({ data: { client, webhook } }: { data: BrandedData }) {
  const target = useMemo<DialogTarget>(() => ({ kind: "business", client, webhook }), [client, webhook]);
  useEffect(prepareToastsSoon, []);
  return (
    <InvitationPage
      client={client}
      text="Would you tell us on camera how it went? A short video testimonial, in your own words, is all it takes."
    >
      <DialogButton label="Leave a Video Testimonial" target={target} />
      <ReviewLink label="Leave a Google Review" address={client.review_link_url} />
    </InvitationPage>
  );
}
