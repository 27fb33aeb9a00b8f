// Rendered when the web app is built (`web/vite/prerender.ts`): the record pages as they are first seen, for each kind of client.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { PrerenderedPage } from "../../../api/generated/PrerenderedPage.ts";
import type { PublicClient } from "../../../api/generated/PublicClient.ts";
import type { ReviewButton } from "../../../api/generated/ReviewButton.ts";
import { Invitation } from "./record-screen.tsx";
import { StageLoading, StageSection } from "./video/recorder/stage-frame.tsx";
import { StageOpening, StageWelcome } from "./video/recorder/stage-welcome.tsx";
import { StudioPage, invitationOf } from "./video/studio-page.tsx";

const ignored = () => undefined;

/** The place of a fact that the Worker knows. */
const placeOf = (name: string) => `~~${name}~~`;

/** A client of a kind, with places for what is known of one. */
function clientOf(hasLogo: boolean, review: ReviewButton): PublicClient {
  return {
    id: "",
    custom_slug: placeOf("custom_slug"),
    company_name: placeOf("company_name"),
    logo_url: hasLogo ? placeOf("logo_url") : null,
    // Its name stands in the page, so that the place may stand for any platform but none.
    review_link_type: review === "none" ? "None" : (placeOf("review_link_type") as "Facebook"),
    review_link_url: review === "link" ? `https://${placeOf("review_link_address")}` : null,
    watermark_enabled: false,
    watermark_text: "",
    watermark_font_size: 0,
    watermark_font_color: "",
    watermark_position: "top-right",
    watermark_text_alignment: "right",
    accepting: "yes",
  };
}

/** Ways of the stage before the app: `early.ts` shows one of them. */
function Studio({ client }: { client: PublicClient }) {
  return (
    <StudioPage client={client}>
      <StageSection>
        <StageWelcome invitation={invitationOf(client)} problem={null} onGrant={ignored} onFile={ignored} />
        <div hidden>
          <StageOpening onCancel={ignored} />
        </div>
        <div hidden>
          <StageLoading failed={false} onRetry={ignored} />
        </div>
      </StageSection>
    </StudioPage>
  );
}

/** All of them. `script`: the address of what acts on them. */
export function prerender(script: string): PrerenderedPage[] {
  const rendered = (page: ReactElement) => {
    const html = renderToStaticMarkup(page);
    return `<div class="prerendered" hidden>${html}</div><script async src="${script}"></script>`;
  };
  const reviews: ReviewButton[] = ["none", "disabled", "link"];
  return [false, true].flatMap((has_logo): PrerenderedPage[] => [
    {
      page: "video",
      has_logo,
      review: "none",
      html: rendered(<Studio client={clientOf(has_logo, "none")} />),
    },
    ...reviews.map((review): PrerenderedPage => ({
      page: "invitation",
      has_logo,
      review,
      html: rendered(<Invitation client={clientOf(has_logo, review)} />),
    })),
  ]);
}
