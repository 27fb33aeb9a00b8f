import { webhooks } from "../../../api/endpoints.ts";
import type { PublicClient } from "../../../api/generated/PublicClient.ts";
import { company } from "../../../brand/company.ts";
import { consentText } from "../../../media/consent.ts";
import { watermarkOf } from "../../../media/watermark.ts";
import type { Business } from "../record/video/recorder-machine.ts";
import type { Invitation } from "../record/video/stage-welcome.tsx";

/** What the dialog was opened for: a business's testimonial, or a try. */
export type Occasion =
  | {
      kind: "business";
      client: PublicClient;
      /** Where the video goes; the live webhook without one. */
      webhook?: string;
    }
  | { kind: "demo" };

/** Under this name the device keeps what was recorded in the demo, which is for no client. */
const DEMO = "demo";

const NOTE = "Nothing is sent until you press Send Testimonial.";

export function webhookOf(occasion: Occasion): string {
  return occasion.kind === "demo" ? webhooks.demo : (occasion.webhook ?? webhooks.live);
}

/** Whom it is recorded for; a demo carries no watermark. */
export function businessOf(occasion: Occasion): Business {
  return occasion.kind === "demo"
    ? { clientId: DEMO, watermark: null }
    : { clientId: occasion.client.id, watermark: watermarkOf(occasion.client) };
}

export function titleOf(occasion: Occasion): string {
  return occasion.kind === "demo" ? "Record your demo" : "Leave a Video Testimonial";
}

export function invitationOf(occasion: Occasion): Invitation {
  return occasion.kind === "demo"
    ? {
        title: "Say a few words",
        text: "10 to 20 seconds are enough. Say what you would like to hear a customer say about you.",
        note: NOTE,
      }
    : {
        title: `Your words about ${occasion.client.company_name}`,
        text: "Look into the camera and say what you would tell a friend. 40 seconds at most, and you can record it again as often as you like.",
        note: NOTE,
      };
}

/** The demo has no business: its consents are given to the product. */
const DEMO_CONSENTS = {
  consentData: `I agree that ${company.product} may store and process my name, my email address and my video for testimonial purposes, for the time of this demo.`,
  consentMarketing: `I agree that my testimonial may be used in marketing materials. A demo never is.`,
};

export function consentOf(occasion: Occasion, field: keyof typeof DEMO_CONSENTS): string {
  return occasion.kind === "demo" ? DEMO_CONSENTS[field] : consentText(field, occasion.client.company_name);
}
