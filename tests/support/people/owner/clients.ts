// Clients and their customers' forms.
import { readFile } from "node:fs/promises";
import { PATIENCE_MS } from "../../runtime/patience.ts";
import type { Sayso } from "../../runtime/worker.ts";

export type ClientRow = {
  id: string;
  custom_slug: string;
  company_name: string;
  email: string;
  status: string;
  credits_remaining: number;
  review_link_type: string;
  review_link_url: string | null;
  watermark_enabled: number;
  watermark_text: string | null;
  watermark_position?: string;
  drive_link: string | null;
  logo_url: string | null;
  questions?: string;
};

/** Inserts a client; returns its row. */
export async function addClient(sayso: Sayso, overrides: Partial<ClientRow> = {}): Promise<ClientRow> {
  const id = overrides.id ?? crypto.randomUUID();
  const client: ClientRow = {
    id,
    custom_slug: `shop-${id.slice(0, 8)}`,
    company_name: "Corner Shop",
    email: `owner-${id.slice(0, 8)}@shop.example`,
    status: "active",
    credits_remaining: 50,
    review_link_type: "None",
    review_link_url: null,
    watermark_enabled: 0,
    watermark_text: null,
    drive_link: `/drive/folder/${id}`,
    logo_url: null,
    ...overrides,
  };
  const columns = [...Object.keys(client), "credit_changes", "contact_name", "search_text", "created_at"];
  await sayso.change(
    `INSERT INTO clients (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    ...Object.values(client),
    1,
    "Owner",
    `${client.company_name} Owner ${client.email} ${client.custom_slug}`.toLowerCase(),
    Date.now(),
  );
  await sayso.change(
    "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source) VALUES (?1, 1, ?2, 'opening', ?3, ?3, '')",
    id,
    Date.now(),
    client.credits_remaining,
  );
  return client;
}

export const fixture = (name: string) => readFile(new URL(`../../../fixtures/${name}`, import.meta.url));

let webm: Uint8Array | undefined;
/** A real recording, about 100 kB. */
export async function recording(): Promise<Uint8Array> {
  webm ??= new Uint8Array(await fixture("ff_firefox.webm"));
  return webm;
}

/** Such a recording; each call returns a different one, because the same video is accepted only once. */
export const video = async (): Promise<Uint8Array> => another(await recording());

/** The same film with another date in its header (MP4), or another version of the program that made it (WebM): its pictures stay whole. */
export function another(film: Uint8Array): Uint8Array {
  const copy = Buffer.from(film);
  const movie = copy.indexOf("mvhd");
  const program = copy.indexOf(Buffer.from([0x4d, 0x80]));
  if (movie >= 0) copy.set(crypto.getRandomValues(new Uint8Array(8)), movie + 8);
  // Digits: a name that is not a program's would be blanked.
  else copy.write(randomDigits((copy[program + 2] ?? 0) & 0x7f), program + 3, "latin1");
  return new Uint8Array(copy);
}

const randomDigits = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 10).join("");

export type Fields = Record<string, string>;

export const goodFields = (clientId: string): Fields => ({
  clientId,
  customerName: "Ann Example",
  customerEmail: "ann@example.com",
  consentData: "true",
  consentMarketing: "true",
});

/** The form of `submit-testimonial`. `undefined` fields are left out; the video is last. */
export function form(
  fields: Record<string, string | undefined>,
  file?: Uint8Array,
  type = "video/webm",
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) data.set(name, value);
  if (file) data.set("video", new File([file as BlobPart], "recording.webm", { type }));
  return data;
}

export type Reply = { success: boolean; error?: string; code?: string; fields?: Record<string, string> };

/** Sends a form; returns the status and the reply. */
export async function submit(
  sayso: Sayso,
  body: FormData,
  headers: Record<string, string> = {},
  timeoutMs = PATIENCE_MS,
) {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await sayso.fetch("/functions/v1/submit-testimonial", {
    method: "POST",
    body,
    headers,
    signal,
  });
  const { own_page: ownPage, ...reply } = (await answer.json()) as Reply & { own_page?: string };
  return { status: answer.status, reply, ownPage, headers: answer.headers };
}
