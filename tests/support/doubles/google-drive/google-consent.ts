// Answers Google's consent page as a person would, without a browser.
import type { Account, GoogleDrive } from "./google-drive.ts";

/** Registers the product's redirect URIs, as a deployment does at Google. */
export function allowRedirects(google: GoogleDrive, origin: string): void {
  google.redirectUris.push(`${origin}/clients/drive/google`, `${origin}/clients/admin/settings/google`);
}

/** The redirect's parameters that the product uses. */
export const codeOf = (back: URL) => ({
  code: back.searchParams.get("code") ?? "",
  state: back.searchParams.get("state") ?? "",
});

/** Grants or denies access on the page at this URL; returns the redirect's URL. */
export async function consent(
  google: GoogleDrive,
  address: string,
  account: Account,
  { answer = "allow", drive = true } = {},
): Promise<URL> {
  const { pathname, search } = new URL(address);
  const form = new URLSearchParams({ account: account.email, answer, ...(drive ? { drive: "on" } : {}) });
  const page = await fetch(`${google.origin}${pathname}${search}`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const back = page.headers.get("location");
  if (page.status !== 302 || !back) throw new Error(`Google's page: ${page.status} ${await page.text()}`);
  return new URL(back);
}
