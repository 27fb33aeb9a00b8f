// A business connects its Google Drive with two taps, gets a video in it, plays it from there, loses it and gets it back.
import { axe } from "../axe.ts";
import { allowConsent, cancelConsent, customersOf, onGoogle, routeConsent } from "../google-drive.ts";
import { button, expect, toast } from "../sayso.ts";
import { playNewest, test as base } from "./owner.ts";

const test = base.extend(onGoogle);

test("JOB10 INV15 Google Drive is connected with two taps, gets a video, is withdrawn, renewed and disconnected", async ({
  page,
  owner: { client },
  sayso,
  google,
}) => {
  const [account] = google.accounts;
  await routeConsent(page, google);
  const { submitVideo, waitForStatus, videos } = customersOf(client, { sayso, google });

  await page.goto("/clients/drive");
  await expect(page.getByRole("region", { name: "Connect Google Drive" })).toBeVisible();
  await axe(page, "Google Drive offered");
  await button(page, "Connect Google Drive").click();
  await cancelConsent(page);
  await axe(page, "Google Drive refused");
  await page.getByRole("link", { name: "Back to Drive" }).click();

  await button(page, "Connect Google Drive").click();
  await allowConsent(page, account);
  await expect(toast(page, "Drive connected")).toBeVisible();
  await expect(page).toHaveURL("/clients/drive");
  const card = page.getByRole("region", { name: "Google Drive", exact: true });
  await expect(card).toContainText("In use");
  await expect(card).toContainText(account.email);
  await expect(card.getByRole("link", { name: /Open folder/ })).toHaveAttribute("href", /drive\.google\.com/);
  await axe(page, "Google Drive connected");

  const first = await submitVideo();
  await waitForStatus(first.id, "processed");
  expect(videos()).toHaveLength(1);
  await playNewest(page);
  const played = google.requests.find(({ method, query }) => method === "GET" && query.includes("alt=media"));
  expect(played?.range).toMatch(/^bytes=\d+-\d+$/);
  expect(played?.status).toBe(206);

  google.revoke(account);
  const second = await submitVideo();
  await waitForStatus(second.id, "drive_upload_failed");
  await page.goto("/clients/drive");
  await expect(card).toContainText("Needs attention");
  await expect(card.getByRole("alert")).toContainText("the permission was withdrawn");
  await expect(card).toContainText("1 video is waiting");
  await axe(page, "Google Drive withdrawn");
  await button(page, "Connect again").click();
  await allowConsent(page, account);
  await expect(toast(page, "Drive connected")).toBeVisible();
  await waitForStatus(second.id, "processed");
  expect(videos()).toHaveLength(2);

  await page.goto("/clients/submissions");
  await page
    .getByRole("button", { name: /Ann Example/ })
    .first()
    .click();
  await button(page, "Delete").click();
  await button(page, "Delete this submission").click();
  await expect(page.getByRole("button", { name: /Ann Example/ })).toHaveCount(1);
  expect(videos()).toHaveLength(1);

  await page.getByRole("navigation").getByRole("link", { name: "Drive" }).click();
  await button(page, "Disconnect").click();
  await page
    .getByRole("dialog", { name: "Disconnect this drive?" })
    .getByRole("button", { name: "Disconnect" })
    .click();
  await expect(page.getByRole("region", { name: "Sayso’s own folder" })).toContainText("In use");
  expect(google.requests.some(({ path, status }) => path === "/revoke" && status === 200)).toBe(true);
  expect(videos(), "what is there stays").toHaveLength(1);
});
