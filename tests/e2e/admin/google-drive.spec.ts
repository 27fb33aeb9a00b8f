// An admin connects Sayso's own Google Drive, gives a client its folder there, and hears when the permission ends.
import { axe } from "../axe.ts";
import { allowConsent, cancelConsent, customersOf, onGoogle, routeConsent } from "../google-drive.ts";
import { button, expect, toast } from "../sayso.ts";
import { test as base } from "./admin.ts";

const test = base.extend(onGoogle);

test("JOB10 INV15 Sayso’s Google Drive is connected, holds a client’s folder, is withdrawn, renewed and disconnected", async ({
  page,
  admin,
  client,
  sayso,
  google,
}) => {
  const [account] = google.accounts;
  await routeConsent(page, google);
  const { submitVideo, waitForStatus, videos } = customersOf(client, { sayso, google });

  await page.goto("/clients/admin/settings");
  const card = page.getByRole("region", { name: "Sayso’s Google Drive" });
  await expect(card).toContainText("Connect one Google account");
  await expect(card).toContainText("Publish the consent screen");
  await expect(card).toContainText("seven days");
  await expect(card).toContainText("six months");
  await axe(page, "settings, Google Drive offered");
  await button(page, "Connect Google Drive").click();
  await cancelConsent(page);
  await page.getByRole("link", { name: "Back to Settings" }).click();
  await button(page, "Connect Google Drive").click();
  await allowConsent(page, account);
  await expect(toast(page, "Google Drive connected")).toBeVisible();
  await expect(page).toHaveURL("/clients/admin/settings");
  await expect(card, admin.email).toContainText(account.email);
  await expect(card).toContainText("Connected");
  await axe(page, "settings, Google Drive connected");

  await page.goto(`/clients/drive?clientId=${client.id}`);
  const offer = page.getByRole("region", { name: "Use Sayso’s Google Drive" });
  await expect(offer).toContainText(client.email);
  await offer.getByRole("button", { name: "Use Sayso’s Google Drive" }).click();
  await expect(toast(page, "Drive connected")).toBeVisible();
  const drive = page.getByRole("region", { name: "Sayso’s Google Drive", exact: true });
  await expect(drive).toContainText("In use");
  await expect(drive).toContainText(client.email);
  await axe(page, "a client in Sayso’s Google Drive");
  const first = await submitVideo();
  await waitForStatus(first.id, "processed");
  expect(videos()).toHaveLength(1);

  google.revoke(account);
  const second = await submitVideo();
  await waitForStatus(second.id, "drive_upload_failed");
  await page.goto("/clients/admin/settings");
  await expect(card).toContainText("Needs attention");
  await expect(card.getByRole("alert")).toContainText("the permission was withdrawn");
  await axe(page, "settings, Google Drive withdrawn");
  await card.getByRole("button", { name: "Disconnect" }).click();
  const asked = page.getByRole("dialog", { name: "Disconnect Sayso’s Google Drive?" });
  await expect(asked).toContainText("1 client has its folder in it");
  await asked.getByRole("button", { name: "Disconnect" }).click();
  await expect(toast(page, "Google Drive is still connected")).toBeVisible();
  await button(page, "Connect again").click();
  await allowConsent(page, account);
  await expect(toast(page, "Google Drive connected")).toBeVisible();
  await waitForStatus(second.id, "processed");
  expect(videos()).toHaveLength(2);

  await page.goto(`/clients/drive?clientId=${client.id}`);
  await drive.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("region", { name: "Sayso’s own folder" })).toContainText("In use");
  await page.goto("/clients/admin/settings");
  await card.getByRole("button", { name: "Disconnect" }).click();
  await asked.getByRole("button", { name: "Disconnect" }).click();
  await expect(toast(page, "Google Drive disconnected")).toBeVisible();
  await expect(card).toContainText("Connect one Google account");
  expect(google.requests.some(({ path, status }) => path === "/revoke" && status === 200)).toBe(true);
  expect(videos(), "what is there stays").toHaveLength(2);
});
