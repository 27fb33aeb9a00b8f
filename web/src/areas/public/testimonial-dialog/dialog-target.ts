import { limits } from "#media/generated/fallback.json";
import { testimonialReceiveAddress } from "#api/generated/calls/record.ts";
import type { PublicClient } from "#api/generated/public.ts";
import { company } from "#brand/company.ts";
import { CONSENT_EXPLANATION, consentText } from "#media/consent.ts";
import { destinationOf } from "#media/take/sending-record.ts";
import { watermarkOf } from "#media/watermark.ts";
import type { Business } from "#areas/public/record/video/recorder/recorder-state.ts";
import type { Invitation } from "#areas/public/record/video/recorder/stage-welcome.tsx";

/** Purpose of the dialog: a business's testimonial, or the demo. */
export type DialogTarget =
  | {
      kind: "business";
      client: PublicClient;
      /** Form that receives the video; the live webhook by default. */
      webhook?: string;
    }
  | { kind: "demo" };

/** Key of the demo's stored recordings, which have no client. */
const DEMO = "demo";

const NOTE = "Nothing is sent until you press Send Testimonial.";

export function webhookOf(target: DialogTarget): string {
  if (target.kind === "demo") return testimonialReceiveAddress("demo");
  return target.webhook ?? testimonialReceiveAddress("live");
}

/** The client of the recording; a demo has no watermark. */
export function businessOf(target: DialogTarget): Business {
  const destination = destinationOf(
    webhookOf(target),
    consentOf(target, "consentData"),
    consentOf(target, "consentMarketing"),
    explanationOf(target) ?? "",
  );
  return target.kind === "demo"
    ? { clientId: DEMO, watermark: null, destination }
    : { clientId: target.client.id, watermark: watermarkOf(target.client), destination };
}

export function titleOf(target: DialogTarget): string {
  return target.kind === "demo" ? "Record your demo" : "Leave a Video Testimonial";
}

export function invitationOf(target: DialogTarget): Invitation {
  return target.kind === "demo"
    ? {
        title: "Say a few words",
        text: "10 to 20 seconds are enough. Say what you would like to hear a customer say about you.",
        note: NOTE,
        questions: [],
      }
    : {
        title: `Your words about ${target.client.company_name}`,
        text: `Look into the camera and say what you would tell a friend. ${limits.maxRecordingSeconds} seconds at most, and you can record it again as often as you like.`,
        note: NOTE,
        questions: target.client.questions,
      };
}

/** The demo has no business: its consents are given to the product. */
const DEMO_CONSENTS = {
  consentData: `I agree that ${company.product} may store and process my name, my email address and my video for testimonial purposes, for the duration of this demo.`,
  consentMarketing: `I understand that a real testimonial may be used in marketing materials. This demo will not be.`,
};

export function consentOf(target: DialogTarget, field: keyof typeof DEMO_CONSENTS): string {
  return target.kind === "demo" ? DEMO_CONSENTS[field] : consentText(field, target.client.company_name);
}

export const explanationOf = (target: DialogTarget): string | undefined =>
  target.kind === "demo" ? undefined : CONSENT_EXPLANATION;
