// The portals' pages and calls.
import { readFile } from "node:fs/promises";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { addTranscript } from "../../support/people/owner/transcripts.ts";
import { allowClips, clipForm, plantClip } from "../../support/people/owner/clips.ts";
import { secretId } from "../../support/people/owner/publications.ts";
import { addWall, wallSettings } from "../../support/people/owner/walls.ts";
import { addPoster, posterForm } from "../../support/people/owner/posters.ts";

import { ACCOUNT, SERVERS } from "../../support/doubles/webdav-servers.ts";
import { paidInvoice, paying } from "./payments.ts";
import { codeFrom, NO_CODE, sharedFolder, withPlatform } from "./google.ts";
import { type Context, ADMIN, EVERYONE, SIGNED_IN, OWNER, page, json, nobody, type Table } from "./roles.ts";

async function logoForm(clientId: string): Promise<FormData> {
  const data = new FormData();
  data.set("clientId", clientId);
  data.set("assetType", "logo");
  data.set(
    "file",
    new File([await readFile(new URL("../../support/films/logo.png", import.meta.url))], "logo.png"),
  );
  return data;
}

const wishFor = (address: string) => ({ address, account: ACCOUNT.name, secret: ACCOUNT.password });

/** A drive that the rows above have connected. */
async function connectionOf({ sayso, client }: Context): Promise<string> {
  return (await sayso.row("SELECT id FROM drive_connections WHERE client_id = ?", client.id))?.id ?? nobody();
}

/** Email settings that change nothing. */
const TYPED = { text: "We love it.", language: null, version: 1 };
const NO_TRANSCRIPT = () => `/api/client/${nobody()}/submissions/${nobody()}/transcript`;

/** The path of a submission's transcript. */
async function transcriptOf({ sayso, client }: Context): Promise<string> {
  const id = await addSubmission(sayso, client);
  await addTranscript(sayso, id);
  return `/api/client/${client.id}/submissions/${id}/transcript`;
}

const NO_CLIPS = () => `/api/client/${nobody()}/submissions/${nobody()}/clips`;

/** The path of a submission's clips, which its customer has agreed to. */
async function clipsOf({ sayso, client }: Context): Promise<string> {
  const id = await addSubmission(sayso, client);
  await allowClips(sayso, id);
  return `/api/client/${client.id}/submissions/${id}/clips`;
}

/** The path of a clip. */
async function clipOf(c: Context): Promise<string> {
  const path = await clipsOf(c);
  return `${path}/${await plantClip(c.sayso, path.split("/").at(-2) ?? "")}`;
}

const mailsOf = ({ email }: { email: string }) => ({
  recipients: [{ email, wants: "every-video" }],
  time_zone: "Europe/London",
  digest_hour: 8,
});

export const PORTALS_ROUTES: Table = {
  // The portals' pages are the same empty shell for everybody; their data come from the calls below.
  "GET /clients": page("/clients"),
  "GET /clients/login": page("/clients/login"),
  "GET /clients/dashboard": page("/clients/dashboard"),
  "GET /clients/submissions": page("/clients/submissions"),
  "GET /clients/sharing": page("/clients/sharing"),
  "GET /clients/sharing/card": page("/clients/sharing/card"),
  "GET /clients/walls": page("/clients/walls"),
  "GET /clients/drive": page("/clients/drive"),
  "GET /clients/drive/google": page("/clients/drive/google"),
  "GET /clients/billing": page("/clients/billing"),
  "GET /clients/business": page("/clients/business"),
  "GET /clients/security": page("/clients/security"),
  "GET /clients/support": page("/clients/support"),
  "GET /client/{}": { may: EVERYONE, call: ({ client }) => ({ path: `/client/${client.custom_slug}` }) },
  "GET /api/client/dashboard": {
    may: OWNER,
    audited: true,
    call: ({ client }) => ({ path: `/api/client/dashboard?clientId=${client.id}` }),
    unknown: () => ({ path: `/api/client/dashboard?clientId=${nobody()}` }),
  },
  "GET /api/client/{}/days": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/days` }),
    unknown: () => ({ path: `/api/client/${nobody()}/days` }),
  },
  "GET /api/client/{}/credits": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/credits` }),
    unknown: () => ({ path: `/api/client/${nobody()}/credits` }),
  },
  "GET /api/client/{}/archive": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/archive` }),
    unknown: () => ({ path: `/api/client/${nobody()}/archive` }),
  },
  "GET /api/client/{}/archive.zip": {
    may: OWNER,
    audited: true,
    call: async ({ sayso, client }) => {
      const at = Date.now() - 1000;
      await addSubmission(sayso, client, { withVideo: true, created_at: at });
      return { path: `/api/client/${client.id}/archive.zip?until=${at}&part=1` };
    },
    unknown: () => ({ path: `/api/client/${nobody()}/archive.zip?until=1&part=1` }),
  },
  "POST /api/client/{}/cancellation": {
    may: OWNER,
    onCookie: true,
    call: async ({ sayso, client }) => {
      // Subscriptions that other calls have given it do not exist at Stripe.
      await sayso.change("UPDATE subscriptions SET ended_at = 1 WHERE client_id = ?", client.id);
      await sayso.change("UPDATE clients SET cancelled_at = NULL WHERE id = ?", client.id);
      return { path: `/api/client/${client.id}/cancellation` };
    },
    unknown: () => ({ path: `/api/client/${nobody()}/cancellation` }),
  },
  "DELETE /api/client/{}/cancellation": {
    may: OWNER,
    onCookie: true,
    call: async ({ sayso, client }) => {
      await sayso.change("UPDATE clients SET cancelled_at = ? WHERE id = ?", Date.now(), client.id);
      return { path: `/api/client/${client.id}/cancellation` };
    },
    unknown: () => ({ path: `/api/client/${nobody()}/cancellation` }),
  },
  "GET /api/client/{}/billing": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/billing` }),
    unknown: () => ({ path: `/api/client/${nobody()}/billing` }),
  },
  "POST /api/client/{}/billing": {
    may: OWNER,
    onCookie: true,
    call: async (c) => {
      await paying(c);
      return { path: `/api/client/${c.client.id}/billing` };
    },
    unknown: () => ({ path: `/api/client/${nobody()}/billing` }),
  },
  "POST /api/client/{}/subscription": {
    may: OWNER,
    onCookie: true,
    call: async ({ sayso, client }) => {
      await sayso.change("UPDATE clients SET subscription_id = NULL WHERE id = ?", client.id);
      return { path: `/api/client/${client.id}/subscription` };
    },
    unknown: () => ({ path: `/api/client/${nobody()}/subscription` }),
  },
  "GET /api/client/{}/payments": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/payments` }),
    unknown: () => ({ path: `/api/client/${nobody()}/payments` }),
  },
  "GET /api/client/{}/invoices/{}": {
    may: OWNER,
    call: async (c) => ({ path: `/api/client/${c.client.id}/invoices/${await paidInvoice(c)}` }),
    unknown: () => ({ path: `/api/client/${nobody()}/invoices/in_1` }),
  },
  "PATCH /api/client/{}/business": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/business`, { changed: {}, loaded: {} }),
    unknown: () => json(`/api/client/${nobody()}/business`, { changed: {}, loaded: {} }),
  },
  "PATCH /api/client/{}/watermark": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/watermark`, { watermark_enabled: true }),
    unknown: () => json(`/api/client/${nobody()}/watermark`, { watermark_enabled: true }),
  },
  "GET /api/client/{}/drive": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/drive` }),
    unknown: () => ({ path: `/api/client/${nobody()}/drive` }),
  },
  "PATCH /api/client/{}/drive": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/drive`, { keeps_own_drive: false }),
    unknown: () => json(`/api/client/${nobody()}/drive`, { keeps_own_drive: false }),
  },
  "POST /api/client/{}/drive/webdav": {
    may: OWNER,
    onCookie: true,
    skip: SERVERS.length === 0,
    call: ({ client, drive }) => json(`/api/client/${client.id}/drive/webdav`, wishFor(drive)),
    unknown: ({ drive }) => json(`/api/client/${nobody()}/drive/webdav`, wishFor(drive)),
  },
  "POST /api/client/{}/drive/google": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => ({ path: `/api/client/${client.id}/drive/google` }),
    unknown: () => ({ path: `/api/client/${nobody()}/drive/google` }),
  },
  "POST /api/client/{}/drive/google/code": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/drive/google/code`, NO_CODE),
    callAs: async (c, cookie) => {
      const path = `/api/client/${c.client.id}/drive/google`;
      return json(`${path}/code`, await codeFrom(c, cookie, path));
    },
    unknown: () => json(`/api/client/${nobody()}/drive/google/code`, NO_CODE),
  },
  "POST /api/client/{}/drive/google/folder": {
    may: ADMIN,
    onCookie: true,
    call: ({ client, google }) => json(`/api/client/${client.id}/drive/google/folder`, sharedFolder(google)),
    unknown: ({ google }) => json(`/api/client/${nobody()}/drive/google/folder`, sharedFolder(google)),
  },
  "POST /api/client/{}/drive/google/platform": {
    may: ADMIN,
    onCookie: true,
    call: ({ client }) => ({ path: `/api/client/${client.id}/drive/google/platform` }),
    callAs: (c, cookie) => withPlatform(c, cookie, `/api/client/${c.client.id}/drive/google/platform`),
    unknown: () => ({ path: `/api/client/${nobody()}/drive/google/platform` }),
  },
  "POST /api/client/{}/drive/choice": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/drive/choice`, { connection: null }),
    unknown: () => json(`/api/client/${nobody()}/drive/choice`, { connection: null }),
  },
  "POST /api/client/{}/drive/moves": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => ({ path: `/api/client/${client.id}/drive/moves` }),
    unknown: () => ({ path: `/api/client/${nobody()}/drive/moves` }),
  },
  "POST /api/client/{}/drive/{}/test": {
    may: OWNER,
    onCookie: true,
    skip: SERVERS.length === 0,
    call: async (c) => ({ path: `/api/client/${c.client.id}/drive/${await connectionOf(c)}/test` }),
    unknown: () => ({ path: `/api/client/${nobody()}/drive/${nobody()}/test` }),
  },
  "DELETE /api/client/{}/drive/{}": {
    may: OWNER,
    onCookie: true,
    skip: SERVERS.length === 0,
    call: async (c) => ({ path: `/api/client/${c.client.id}/drive/${await connectionOf(c)}` }),
    unknown: () => ({ path: `/api/client/${nobody()}/drive/${nobody()}` }),
  },
  "GET /api/client/{}/submissions": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/submissions` }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions` }),
  },
  "GET /api/client/{}/submissions/{}": {
    may: OWNER,
    call: async (c) => ({
      path: `/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}`,
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}` }),
  },
  "DELETE /api/client/{}/submissions/{}": {
    may: OWNER,
    onCookie: true,
    call: async (c) => ({
      path: `/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}`,
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}` }),
  },
  "GET /api/client/{}/submissions.csv": {
    may: OWNER,
    audited: true,
    call: ({ client }) => ({ path: `/api/client/${client.id}/submissions.csv` }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions.csv` }),
  },
  "POST /api/client/{}/submissions/erase": {
    may: OWNER,
    onCookie: true,
    call: async (c) =>
      json(`/api/client/${c.client.id}/submissions/erase`, {
        ids: [await addSubmission(c.sayso, c.client)],
      }),
    unknown: () => json(`/api/client/${nobody()}/submissions/erase`, { ids: [nobody()] }),
  },
  "POST /api/client/{}/submissions/reject": {
    may: OWNER,
    onCookie: true,
    call: async (c) =>
      json(`/api/client/${c.client.id}/submissions/reject`, {
        ids: [await addSubmission(c.sayso, c.client)],
      }),
    unknown: () => json(`/api/client/${nobody()}/submissions/reject`, { ids: [nobody()] }),
  },
  "POST /api/client/{}/submissions/publish": {
    may: OWNER,
    onCookie: true,
    audited: true,
    call: async (c) =>
      json(`/api/client/${c.client.id}/submissions/publish`, {
        ids: [await addSubmission(c.sayso, c.client, { withVideo: true })],
      }),
    unknown: () => json(`/api/client/${nobody()}/submissions/publish`, { ids: [nobody()] }),
  },
  "POST /api/client/{}/submissions/unpublish": {
    may: OWNER,
    onCookie: true,
    call: async (c) =>
      json(`/api/client/${c.client.id}/submissions/unpublish`, {
        ids: [await addSubmission(c.sayso, c.client)],
      }),
    unknown: () => json(`/api/client/${nobody()}/submissions/unpublish`, { ids: [nobody()] }),
  },
  "PUT /api/client/{}/submissions/{}/name": {
    may: OWNER,
    onCookie: true,
    call: async (c) =>
      json(`/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}/name`, {
        display: "first",
      }),
    unknown: () => json(`/api/client/${nobody()}/submissions/${nobody()}/name`, { display: "first" }),
  },
  "PUT /api/client/{}/submissions/{}/notes": {
    may: OWNER,
    onCookie: true,
    call: async (c) =>
      json(`/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}/notes`, {
        tags: ["Summer"],
        note: "Ask her for a photo.",
      }),
    unknown: () => json(`/api/client/${nobody()}/submissions/${nobody()}/notes`, { tags: [], note: "" }),
  },
  "GET /api/client/{}/submissions/{}/views": {
    may: OWNER,
    call: async (c) => ({
      path: `/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}/views`,
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}/views` }),
  },
  "GET /api/client/{}/submissions/{}/transcript": {
    may: OWNER,
    call: async (c) => ({ path: await transcriptOf(c) }),
    unknown: () => ({ path: NO_TRANSCRIPT() }),
  },
  "POST /api/client/{}/submissions/{}/transcript": {
    may: OWNER,
    onCookie: true,
    call: async (c) => {
      const path = await transcriptOf(c);
      await c.sayso.change("UPDATE transcripts SET status = 'failed'");
      return json(path, {});
    },
    unknown: () => json(NO_TRANSCRIPT(), {}),
  },
  "PUT /api/client/{}/submissions/{}/transcript": {
    may: OWNER,
    onCookie: true,
    call: async (c) => json(await transcriptOf(c), TYPED),
    unknown: () => json(NO_TRANSCRIPT(), TYPED),
  },
  "PUT /api/client/{}/submissions/{}/transcript/quote": {
    may: OWNER,
    onCookie: true,
    call: async (c) => json(`${await transcriptOf(c)}/quote`, { ranges: [], version: 1 }),
    unknown: () => json(`${NO_TRANSCRIPT()}/quote`, { ranges: [], version: 1 }),
  },
  "PUT /api/client/{}/submissions/{}/transcript/cues": {
    may: OWNER,
    onCookie: true,
    call: async (c) =>
      json(`${await transcriptOf(c)}/cues`, { cuts: { breaks: [1], joins: [] }, version: 1 }),
    unknown: () => json(`${NO_TRANSCRIPT()}/cues`, { cuts: { breaks: [], joins: [] }, version: 1 }),
  },
  "PUT /api/client/{}/submissions/{}/transcript/check": {
    may: OWNER,
    onCookie: true,
    call: async (c) => json(`${await transcriptOf(c)}/check`, { is_checked: true, version: 1 }),
    unknown: () => json(`${NO_TRANSCRIPT()}/check`, { is_checked: true, version: 1 }),
  },
  "GET /api/client/{}/submissions/{}/captions.vtt": {
    may: OWNER,
    call: async (c) => ({ path: (await transcriptOf(c)).replace(/transcript$/, "captions.vtt") }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}/captions.vtt` }),
  },
  "GET /api/client/{}/submissions/{}/clips": {
    may: OWNER,
    call: async (c) => ({ path: await clipsOf(c) }),
    unknown: () => ({ path: NO_CLIPS() }),
  },
  "PUT /api/client/{}/submissions/{}/clips/{}": {
    may: OWNER,
    onCookie: true,
    call: async (c) => ({ path: `${await clipsOf(c)}/${secretId()}`, body: await clipForm() }),
    unknown: async () => ({ path: `${NO_CLIPS()}/${secretId()}`, body: await clipForm() }),
  },
  "DELETE /api/client/{}/submissions/{}/clips/{}": {
    may: OWNER,
    onCookie: true,
    call: async (c) => ({ path: await clipOf(c) }),
    unknown: () => ({ path: `${NO_CLIPS()}/${secretId()}` }),
  },
  "POST /api/client/{}/submissions/{}/clips/{}/deliver": {
    may: OWNER,
    onCookie: true,
    call: async (c) => json(`${await clipOf(c)}/deliver`, {}),
    unknown: () => json(`${NO_CLIPS()}/${secretId()}/deliver`, {}),
  },
  "GET /api/client/{}/submissions/{}/clips/{}/video": {
    may: OWNER,
    call: async (c) => ({ path: `${await clipOf(c)}/video` }),
    unknown: () => ({ path: `${NO_CLIPS()}/${secretId()}/video` }),
  },
  "GET /api/client/{}/submissions/{}/clips/{}/poster": {
    may: OWNER,
    call: async (c) => ({ path: `${await clipOf(c)}/poster` }),
    unknown: () => ({ path: `${NO_CLIPS()}/${secretId()}/poster` }),
  },
  "GET /api/client/{}/submissions/{}/clips/{}/captions.vtt": {
    may: OWNER,
    call: async (c) => {
      const path = await clipOf(c);
      await addTranscript(c.sayso, path.split("/").at(-3) ?? "");
      return { path: `${path}/captions.vtt` };
    },
    unknown: () => ({ path: `${NO_CLIPS()}/${secretId()}/captions.vtt` }),
  },
  "PUT /api/client/{}/submissions/{}/public-clip": {
    may: OWNER,
    onCookie: true,
    call: async (c) => json((await clipsOf(c)).replace(/clips$/, "public-clip"), { clip: null }),
    unknown: () => json(`/api/client/${nobody()}/submissions/${nobody()}/public-clip`, { clip: null }),
  },
  "PATCH /api/client/{}/transcription": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/transcription`, { transcribes: true }),
    unknown: () => json(`/api/client/${nobody()}/transcription`, { transcribes: true }),
  },
  "GET /api/client/{}/tags": {
    may: OWNER,
    call: (c) => ({ path: `/api/client/${c.client.id}/tags` }),
    unknown: () => ({ path: `/api/client/${nobody()}/tags` }),
  },
  "GET /api/client/{}/submissions/{}/consent": {
    may: OWNER,
    call: async (c) => ({
      path: `/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}/consent`,
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}/consent` }),
  },
  "POST /api/client/{}/submissions/{}/consent/ask": {
    may: OWNER,
    onCookie: true,
    call: async (c) => ({
      path: `/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}/consent/ask`,
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}/consent/ask` }),
  },
  "GET /api/client/{}/submissions/{}/poster": {
    may: OWNER,
    call: async (c) => {
      const id = await addSubmission(c.sayso, c.client);
      await addPoster(c.sayso, id);
      return { path: `/api/client/${c.client.id}/submissions/${id}/poster` };
    },
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}/poster` }),
  },
  "GET /api/client/{}/submissions/{}/preview": {
    may: OWNER,
    call: async (c) => ({
      path: `/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}/preview`,
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}/preview` }),
  },
  "PUT /api/client/{}/submissions/{}/poster": {
    may: OWNER,
    onCookie: true,
    call: async (c) => ({
      path: `/api/client/${c.client.id}/submissions/${await addSubmission(c.sayso, c.client)}/poster`,
      body: posterForm(),
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}/poster`, body: posterForm() }),
  },
  "POST /api/client/{}/submissions/release": {
    may: OWNER,
    onCookie: true,
    call: async (c) =>
      json(`/api/client/${c.client.id}/submissions/release`, {
        ids: [await addSubmission(c.sayso, c.client)],
      }),
    unknown: () => json(`/api/client/${nobody()}/submissions/release`, { ids: [nobody()] }),
  },
  "GET /api/client/{}/mails": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/mails` }),
    unknown: () => ({ path: `/api/client/${nobody()}/mails` }),
  },
  "PUT /api/client/{}/mails": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/mails`, mailsOf(client)),
    unknown: ({ client }) => json(`/api/client/${nobody()}/mails`, mailsOf(client)),
  },
  "DELETE /api/client/{}/assets/{}": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => ({ path: `/api/client/${client.id}/assets/logo` }),
    unknown: () => ({ path: `/api/client/${nobody()}/assets/logo` }),
  },
  "GET /api/client/{}/walls": {
    may: OWNER,
    call: ({ client }) => ({ path: `/api/client/${client.id}/walls` }),
    unknown: () => ({ path: `/api/client/${nobody()}/walls` }),
  },
  "POST /api/client/{}/walls": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/walls`, { name: "Front page" }),
    unknown: () => json(`/api/client/${nobody()}/walls`, { name: "Front page" }),
  },
  "PUT /api/client/{}/walls/{}": {
    may: OWNER,
    onCookie: true,
    call: async ({ sayso, client }) =>
      json(`/api/client/${client.id}/walls/${await addWall(sayso, client)}`, wallSettings()),
    unknown: () => json(`/api/client/${nobody()}/walls/${nobody()}`, wallSettings()),
  },
  "DELETE /api/client/{}/walls/{}": {
    may: OWNER,
    onCookie: true,
    call: async ({ sayso, client }) => ({
      path: `/api/client/${client.id}/walls/${await addWall(sayso, client)}`,
    }),
    unknown: () => ({ path: `/api/client/${nobody()}/walls/${nobody()}` }),
  },
  "PATCH /api/client/{}/listing": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/listing`, { is_listed: true }),
    unknown: () => json(`/api/client/${nobody()}/listing`, { is_listed: true }),
  },
  "PATCH /api/client/{}/holds": {
    may: OWNER,
    onCookie: true,
    call: ({ client }) => json(`/api/client/${client.id}/holds`, { everything: false }),
    unknown: () => json(`/api/client/${nobody()}/holds`, { everything: false }),
  },
  "GET /api/client/{}/submissions/{}/video": {
    may: OWNER,
    call: async (c) => {
      const id = await addSubmission(c.sayso, c.client, { withVideo: true });
      return { path: `/api/client/${c.client.id}/submissions/${id}/video` };
    },
    unknown: () => ({ path: `/api/client/${nobody()}/submissions/${nobody()}/video` }),
  },
  "POST /functions/v1/replace-asset": {
    may: OWNER,
    onCookie: true,
    call: async ({ client }) => ({ path: "/functions/v1/replace-asset", body: await logoForm(client.id) }),
    unknown: async () => ({ path: "/functions/v1/replace-asset", body: await logoForm(nobody()) }),
  },
  "POST /functions/v1/send-welcome-email": {
    may: SIGNED_IN,
    onCookie: true,
    call: ({ user }) => json("/functions/v1/send-welcome-email", { userId: user.id }),
    unknown: () => json("/functions/v1/send-welcome-email", { userId: nobody() }),
  },
};
