import { useEffect, useMemo } from "react";
import type { BrandedData } from "../../../api/generated/BrandedData.ts";
import { pageData } from "../../../api/page-data.ts";
import { prepareToastsSoon } from "../../../ui/toast.ts";
import { blockOf } from "../record/block.ts";
import { Blocked } from "../record/blocked.tsx";
import { InvitationPage } from "../invitation-page.tsx";
import { ReviewLink } from "../record/review-button.tsx";
import { DialogButton } from "../testimonial-dialog/dialog-button.tsx";
import type { Occasion } from "../testimonial-dialog/occasion.ts";

/** A page of one business; which one, the server knows. */
export default function BrandedScreen() {
  if (!pageData.branded) return null;
  const { client } = pageData.branded;
  const block = blockOf(client.accepting);
  return block ? <Blocked client={client} block={block} /> : <Branded data={pageData.branded} />;
}

function Branded({ data: { client, webhook } }: { data: BrandedData }) {
  const occasion = useMemo<Occasion>(() => ({ kind: "business", client, webhook }), [client, webhook]);
  useEffect(prepareToastsSoon, []);
  return (
    <InvitationPage
      client={client}
      text="Would you say on camera how it went? A short video testimonial, in your own words, is all it takes."
    >
      <DialogButton label="Leave a Video Testimonial" occasion={occasion} />
      <ReviewLink label="Leave a Google Review" address={client.review_link_url} />
    </InvitationPage>
  );
}
