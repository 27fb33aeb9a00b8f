// Routes without login.
import { readFile } from "node:fs/promises";
import { linkSignature } from "../../support/runtime/keys.ts";
import { form, goodFields, recording, video } from "../../support/people/owner/clients.ts";
import { setupForm, signUpToken, webhookForm } from "../../support/people/admin/site.ts";
import { plantPurchase } from "../../support/people/owner/purchases.ts";
import { questionedPurchase } from "./payments.ts";
import { addPartners } from "../../support/people/partner/referrals.ts";
import { addPublication } from "../../support/people/owner/publications.ts";
import { plantClip } from "../../support/people/owner/clips.ts";
import { addTranscript } from "../../support/people/owner/transcripts.ts";
import { addWall } from "../../support/people/owner/walls.ts";
import { addPoster } from "../../support/people/owner/posters.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import {
  create,
  createdUpload,
  uploadIdOf,
  tusHeaders,
  completedUpload,
} from "../../support/people/customer/tus.ts";

import { signedEvent } from "./payments.ts";
import { EVERYONE, OWNER, type Context, page, json, nobody, type Table } from "./roles.ts";

/** The unsubscribe link in the demo's emails. */
function signed(kind: Parameters<typeof linkSignature>[0], id: string, path: string): string {
  const expires = Date.now() + 60_000;
  return `${path}?expires=${expires}&signature=${linkSignature(kind, id, expires)}`;
}

function stopLink(): string {
  const recipient = nobody().replaceAll("-", "");
  return signed("stop-mails", recipient, `/emails/stop/${recipient}`);
}

/** Signed link that starts or stops a business's emails, for an address that is not on its list. */
function recipientLink(kind: "get-mails" | "leave-mails"): string {
  const id = `${nobody()}/${nobody().replaceAll("-", "")}`;
  return signed(kind, id, `/emails/${kind.replace("-mails", "")}/${id}`);
}

function demoErasureLink(): string {
  const demo = nobody();
  return signed("demo-erasure", demo, `/demo/${demo}/delete`);
}

/** The public id of a published testimonial. */
const publicId = async ({ sayso, client }: Context) =>
  (await addPublication(sayso, client, { withVideo: true })).publicId;

/** The public id of a wall that shows a published testimonial. */
export async function wallId({ sayso, client }: Context): Promise<string> {
  await addPublication(sayso, client);
  return addWall(sayso, client);
}

/** The private link to a customer's testimonial. */
async function ownLink({ sayso, client }: Context, more: string) {
  const id = await addSubmission(sayso, client, { withVideo: true });
  return { path: signed("own-testimonial", id, `/yours/${id}${more}`) };
}

export const PUBLIC_ROUTES: Table = {
  "GET /": page("/"),
  "GET /terms": page("/terms"),
  "GET /privacy": page("/privacy"),
  "GET /ios-debug": page("/ios-debug"),
  "GET /verify": page("/verify"),
  "GET /consent-record": page("/consent-record"),
  "GET /.well-known/jwks.json": page("/.well-known/jwks.json"),
  "POST /api/public/films": {
    may: EVERYONE,
    call: () => json("/api/public/films", { sha256: "0".repeat(64) }),
  },
  "GET /record/{}": { may: EVERYONE, call: ({ client }) => ({ path: `/record/${client.custom_slug}` }) },
  "GET /record/{}/video": {
    may: EVERYONE,
    call: ({ client }) => ({ path: `/record/${client.custom_slug}/video` }),
  },
  "POST /record/{}/video": {
    may: EVERYONE,
    call: async ({ client }) => ({
      path: `/record/${client.custom_slug}/video`,
      body: form(goodFields(client.id), await recording()),
    }),
  },
  "GET /api/public/get_client_by_slug": {
    may: EVERYONE,
    call: ({ client }) => ({ path: `/api/public/get_client_by_slug?_slug=${client.custom_slug}` }),
  },
  "GET /api/health": page("/api/health"),
  "GET /api/public/partner-codes/{}": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      const [id = ""] = await addPartners(sayso, 1);
      const row = await sayso.row("SELECT stripe_coupon_id AS code FROM affiliates WHERE id = ?", id);
      return { path: `/api/public/partner-codes/${String(row?.code)}` };
    },
  },
  "OPTIONS /api/uploads": page("/api/uploads"),
  "OPTIONS /api/uploads/{}": page("/api/uploads/x"),
  "POST /api/uploads": {
    may: EVERYONE,
    call: async ({ sayso, client }) => {
      await sayso.change("DELETE FROM uploads WHERE status = 'open'");
      const probe = await create(sayso, client.id, 10);
      await probe.body?.cancel();
      const metadata = `clientId ${Buffer.from(client.id).toString("base64")},filetype ${Buffer.from("video/webm").toString("base64")}`;
      return {
        path: "/api/uploads",
        headers: tusHeaders({ "upload-length": "10", "upload-metadata": metadata }),
      };
    },
  },
  // An upload's random id is the right to it.
  "HEAD /api/uploads/{}": {
    may: EVERYONE,
    call: async (c) => ({ path: await openUpload(c), headers: tusHeaders() }),
  },
  "PATCH /api/uploads/{}": {
    may: EVERYONE,
    call: async (c) => ({
      path: await openUpload(c),
      headers: tusHeaders({ "content-type": "application/offset+octet-stream", "upload-offset": "0" }),
      body: "0123456789",
    }),
  },
  "DELETE /api/uploads/{}": {
    may: EVERYONE,
    call: async (c) => ({ path: await openUpload(c), headers: tusHeaders() }),
  },
  "GET /demo": page("/demo"),
  "GET /onboarding": page("/onboarding"),
  "GET /thank-you": page("/thank-you"),
  "GET /sign-up/confirm": page("/sign-up/confirm"),
  "GET /{}": page("/wpms"),
  "GET /sitemap.xml": page("/sitemap.xml"),
  "GET /api/openapi.json": page("/api/openapi.json"),
  "GET /robots.txt": page("/robots.txt"),
  "GET /manifest.webmanifest": page("/manifest.webmanifest"),
  "GET /favicon.ico": page("/favicon.ico"),
  "GET /apple-touch-icon.png": page("/apple-touch-icon.png"),
  "GET /site/{}": page("/site/icon-192.png"),
  "GET /site/logos/{}": page("/site/logos/wpms.svg"),
  "GET /demo/{}/delete": { may: EVERYONE, call: () => ({ path: demoErasureLink() }) },
  "POST /demo/{}/delete": { may: EVERYONE, call: () => ({ path: demoErasureLink() }) },
  "GET /emails/stop/{}": { may: EVERYONE, call: () => ({ path: stopLink() }) },
  "GET /emails/get/{}/{}": { may: EVERYONE, call: () => ({ path: recipientLink("get-mails") }) },
  "POST /emails/get/{}/{}": { may: EVERYONE, call: () => ({ path: recipientLink("get-mails") }) },
  "GET /emails/leave/{}/{}": { may: EVERYONE, call: () => ({ path: recipientLink("leave-mails") }) },
  "POST /emails/leave/{}/{}": { may: EVERYONE, call: () => ({ path: recipientLink("leave-mails") }) },
  "POST /emails/stop/{}": { may: EVERYONE, call: () => ({ path: stopLink() }) },
  "POST /webhooks/stripe": { may: EVERYONE, call: signedEvent },
  "POST /webhooks/testimonials/{}": {
    may: EVERYONE,
    call: async () => ({ path: "/webhooks/testimonials/wpms", body: webhookForm({}, await video()) }),
  },
  "POST /functions/v1/subscribe-getresponse": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      await sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");
      return json("/functions/v1/subscribe-getresponse", {
        email: `${nobody()}@visitors.example`,
        firstName: "Vera",
        surname: "Visitor",
        company: "Corner Shop",
      });
    },
  },
  // A purchase's random id is the right to it.
  "GET /api/public/checkout/{}": {
    may: EVERYONE,
    call: async ({ sayso }) => ({ path: `/api/public/checkout/${(await plantPurchase(sayso)).checkout}` }),
  },
  "POST /api/public/checkout/{}/business": {
    may: EVERYONE,
    call: async (c) => json(`/api/public/checkout/${await questionedPurchase(c)}/business`, { for: "known" }),
  },
  "POST /api/public/sign-ups/confirm": {
    may: EVERYONE,
    call: async ({ sayso }) => json("/api/public/sign-ups/confirm", { token: await signUpToken(sayso) }),
  },
  "POST /functions/v1/client-onboarding": {
    may: EVERYONE,
    call: async ({ sayso }) => {
      await sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");
      return { path: "/functions/v1/client-onboarding", body: setupForm() };
    },
  },
  "POST /functions/v1/submit-testimonial": {
    may: EVERYONE,
    call: async ({ sayso, client }) => {
      await sayso.change("DELETE FROM uploads WHERE status = 'open'");
      const uploadId = uploadIdOf(await completedUpload(sayso, client.id, await video()));
      const body = form({ ...goodFields(client.id), uploadId });
      return { path: "/functions/v1/submit-testimonial", body };
    },
  },
  "GET /drive/video/{}": {
    may: OWNER,
    call: async (c) => ({
      path: `/drive/video/${await addSubmission(c.sayso, c.client, { withVideo: true })}`,
    }),
    unknown: () => ({ path: `/drive/video/${nobody()}` }),
  },
  "GET /drive/watch/{}": {
    may: OWNER,
    call: async (c) => ({
      path: `/drive/watch/${await addSubmission(c.sayso, c.client, { withVideo: true })}`,
    }),
    unknown: () => ({ path: `/drive/watch/${nobody()}` }),
  },
  "GET /drive/poster/{}": {
    may: OWNER,
    call: async (c) => {
      const id = await addSubmission(c.sayso, c.client);
      await addPoster(c.sayso, id);
      return { path: `/drive/poster/${id}` };
    },
    unknown: () => ({ path: `/drive/poster/${nobody()}` }),
  },
  "POST /drive/watch/{}": {
    may: EVERYONE,
    call: () => {
      const unknown = nobody();
      return { path: signed("video", unknown, `/drive/watch/${unknown}`) };
    },
  },
  "GET /drive/folder/{}": {
    may: OWNER,
    call: ({ client }) => ({ path: `/drive/folder/${client.id}` }),
    unknown: () => ({ path: `/drive/folder/${nobody()}` }),
  },
  "GET /t/{}": { may: EVERYONE, call: async (c) => ({ path: `/t/${await publicId(c)}` }) },
  "GET /t/{}/film": { may: EVERYONE, call: async (c) => ({ path: `/t/${await publicId(c)}/film` }) },
  "GET /t/{}/poster.jpg": {
    may: EVERYONE,
    call: async (c) => ({ path: `/t/${await publicId(c)}/poster.jpg` }),
  },
  "GET /t/{}/captions.vtt": {
    may: EVERYONE,
    call: async ({ sayso, client }) => {
      const published = await addPublication(sayso, client);
      await addTranscript(sayso, published.id);
      return { path: `/t/${published.publicId}/captions.vtt` };
    },
  },
  "POST /t/{}/views": {
    may: EVERYONE,
    call: async (c) => ({ path: `/t/${await publicId(c)}/views?view=shown&host=shop.example` }),
  },
  "GET /t/{}/card.jpg": { may: EVERYONE, call: async (c) => ({ path: `/t/${await publicId(c)}/card.jpg` }) },
  "GET /embed/{}": { may: EVERYONE, call: async (c) => ({ path: `/embed/${await publicId(c)}` }) },
  "GET /embed/wall/{}": { may: EVERYONE, call: async (c) => ({ path: `/embed/wall/${await wallId(c)}` }) },
  "GET /embed.js": page("/embed.js"),
  "GET /w/{}": { may: EVERYONE, call: async (c) => ({ path: `/w/${await wallId(c)}` }) },
  "GET /w/{}/poster.jpg": {
    may: EVERYONE,
    call: async (c) => ({ path: `/w/${await wallId(c)}/poster.jpg` }),
  },
  "GET /oembed": {
    may: EVERYONE,
    call: async (c) => ({
      path: `/oembed?url=${encodeURIComponent(`https://sayso.test/t/${await publicId(c)}`)}`,
    }),
  },
  "GET /record/{}/testimonials.xml": {
    may: EVERYONE,
    call: ({ client }) => ({ path: `/record/${client.custom_slug}/testimonials.xml` }),
  },
  // The signed link is the right to it.
  "GET /yours/{}": { may: EVERYONE, call: (c) => ownLink(c, "") },
  "GET /yours/{}/film": { may: EVERYONE, call: (c) => ownLink(c, "/film") },
  "GET /yours/{}/captions.vtt": {
    may: EVERYONE,
    call: async ({ sayso, client }) => {
      const id = await addSubmission(sayso, client);
      await addTranscript(sayso, id);
      return { path: signed("own-testimonial", id, `/yours/${id}/captions.vtt`) };
    },
  },
  "GET /yours/{}/clips/{}": {
    may: EVERYONE,
    call: async ({ sayso, client }) => {
      const id = await addSubmission(sayso, client);
      const clip = await plantClip(sayso, id);
      return { path: signed("own-testimonial", id, `/yours/${id}/clips/${clip}`) };
    },
  },
  "GET /yours/{}/consent.json": { may: EVERYONE, call: (c) => ownLink(c, "/consent.json") },
  "POST /yours/{}/mail": { may: EVERYONE, call: (c) => ownLink(c, "/mail") },
  "POST /yours/{}/agree/{}": { may: EVERYONE, call: (c) => ownLink(c, "/agree/2026-12") },
  "POST /yours/{}/withdraw": { may: EVERYONE, call: (c) => ownLink(c, "/withdraw") },
  "POST /yours/{}/erase": { may: EVERYONE, call: (c) => ownLink(c, "/erase") },
  "POST /yours/{}/name/{}": { may: EVERYONE, call: (c) => ownLink(c, "/name/first") },
  "GET /media/{}/{}": {
    may: EVERYONE,
    call: async ({ sayso, client }) => {
      const image = await readFile(new URL("../../support/films/logo.png", import.meta.url));
      await sayso.media.put(`assets/${client.id}/seen.png`, image, {
        httpMetadata: { contentType: "image/png" },
      });
      return { path: `/media/${client.id}/seen.png` };
    },
  },
};

async function openUpload({ sayso, client }: Context): Promise<string> {
  await sayso.change("DELETE FROM uploads WHERE status = 'open'");
  return createdUpload(sayso, client.id, 10);
}
