// A Google double for browser tests; the Worker and the browser reach it under Google's host names.
import type { Fixtures, Page } from "@playwright/test";
import { allowRedirects } from "../support/doubles/google-drive/google-consent.ts";
import {
  startGoogleDrive,
  type Account,
  type GoogleDrive,
} from "../support/doubles/google-drive/google-drive.ts";
import { form, goodFields, submit, video, type ClientRow } from "../support/people/owner/clients.ts";
import { googleSecrets } from "../support/people/owner/google-owner.ts";
import { submission } from "../support/runtime/jobs.ts";
import { heading } from "./login-pages.ts";
import { button, expect } from "./sayso.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";

type OnGoogle = { google: GoogleDrive; sayso: Sayso };

/** Fixtures: a Google Drive double, and a Worker of its own whose secrets and origin the double accepts. */
export const onGoogle: Fixtures<object, OnGoogle, object, { sayso: Sayso }> = {
  google: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, provide) => {
      const google = await startGoogleDrive();
      google.interceptFetch();
      await provide(google);
      await google.close();
    },
    { scope: "worker" },
  ],
  sayso: [
    async ({ google }, provide) => {
      const sayso = await startWorker({ ownOrigin: true, secrets: googleSecrets(google) });
      allowRedirects(google, sayso.origin);
      await provide(sayso);
      await sayso.close();
    },
    { scope: "worker" },
  ],
};

/** Routes the browser to Google's consent page. */
export const routeConsent = (page: Page, google: GoogleDrive) =>
  page.route("https://accounts.google.com/**", async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const body = request.postData();
    const answer = await fetch(`${google.origin}${pathname}${search}`, {
      method: request.method(),
      redirect: "manual",
      ...(body === null ? {} : { body, headers: { "content-type": "application/x-www-form-urlencoded" } }),
    });
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: await answer.text() });
  });

/** Submissions of a client's customers, and the files that arrive in Google Drive from now on. */
export function customersOf({ id }: ClientRow, { sayso, google }: OnGoogle) {
  const earlier = new Set(google.files().map((file) => file.id));
  return {
    submitVideo: async () => {
      await submit(sayso, form(goodFields(id), await video()));
      return until("accepted", () =>
        sayso.row("SELECT * FROM submissions WHERE client_id = ? ORDER BY created_at DESC", id),
      );
    },
    waitForStatus: (submissionId: string, status: string) =>
      until(status, async () => (await submission(sayso, submissionId))?.status === status),
    videos: () => google.files().filter((file) => file.name.endsWith(".webm") && !earlier.has(file.id)),
  };
}

/** Cancels on Google's consent page and waits for the page that follows. */
export async function cancelConsent(page: Page): Promise<void> {
  await expect(heading(page, "This app wants access to your Google Account")).toBeVisible();
  await button(page, "Cancel").click();
  await expect(heading(page, "Google Drive is not connected")).toBeVisible();
}

/** Grants access to an account on Google's consent page. */
export async function allowConsent(page: Page, account: Account): Promise<void> {
  await page.getByLabel("Account").selectOption(account.email);
  await button(page, "Allow").click();
}
