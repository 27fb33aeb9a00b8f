// A business connects its own drive, gets a video in it, plays it from there, loses it and gets it back.
import { until, type Sayso } from "../../support/runtime/worker.ts";
import { form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { faultyServer } from "../../support/doubles/faulty-server.ts";
import { ACCOUNT, DRIVE_SECRETS, SERVERS, webDavServer } from "../../support/doubles/webdav-servers.ts";
import { axe } from "../axe.ts";
import { button, expect, toast, workerWith } from "../sayso.ts";
import { heading, playNewest, test as base } from "./owner.ts";

type Drive = Awaited<ReturnType<typeof faultyServer>> & { files: () => Promise<Record<string, string>> };

const test = base.extend<{ drive: Drive }, { sayso: Sayso }>({
  sayso: workerWith({ secrets: DRIVE_SECRETS }),

  /** A WebDAV server, and what stands before it and can fail. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  drive: async ({}, provide) => {
    const server = await webDavServer("nginx");
    const proxy = await faultyServer(server.address);
    await provide({ ...proxy, files: server.files });
    await proxy.close();
    await server.close();
  },
});
test.skip(SERVERS.length === 0, "this machine has no WebDAV server");

test("JOB10 INV15 a drive is connected, gets videos old and new, fails, works again and is disconnected", async ({
  page,
  owner: { client },
  sayso,
  drive,
}) => {
  const connectedIds: string[] = [];
  /** A new submission, once its delivery is over. */
  const sent = async () => {
    await submit(sayso, form(goodFields(client.id), await video()));
    const row = await until("over", () =>
      sayso.row(
        `SELECT * FROM submissions WHERE client_id = ? AND status <> 'awaiting_drive_upload'
            AND id NOT IN (SELECT value FROM json_each(?))`,
        client.id,
        JSON.stringify(connectedIds),
      ),
    );
    connectedIds.push(row.id);
    return row;
  };
  const earlier = await sent();
  await page.goto("/clients/drive");
  await expect(heading(page, "Where your videos arrive")).toBeVisible();
  await expect(page.getByRole("region", { name: "Sayso’s own folder" })).toContainText("In use");
  await axe(page, "built-in folder");

  await button(page, "Connect").click();
  await expect(page.getByLabel("Folder address")).toHaveAccessibleDescription(/WebDAV address/);
  await expect(page.getByLabel("Folder address")).toBeFocused();
  await expect(page.getByLabel("App password or token")).toHaveAccessibleDescription(/app password/);
  await page.getByLabel("Folder address").fill(`${drive.address}Testimonials`);
  await page.getByLabel("User name").fill(ACCOUNT.name);
  await page.getByLabel("App password or token").fill("wrong");
  await button(page, "Connect").click();
  await expect(page.getByRole("alert")).toContainText("refused the user name or the password");
  await page.getByLabel("App password or token").fill(ACCOUNT.password);
  await button(page, "Connect").click();
  await expect(toast(page, "Drive connected")).toBeVisible();
  const card = page.getByRole("region", { name: new URL(drive.address).host });
  await expect(card).toContainText("In use");
  await expect(page.getByLabel("App password or token")).toHaveValue("");
  const moves = page.getByRole("region", { name: "Earlier videos" });
  await expect(moves).toContainText("1 video is still where it was saved before.");
  await axe(page, "connected drive");
  await button(page, "Move it here").click();
  await expect(moves).toContainText("All your videos are here now.");
  expect(Object.keys(await drive.files())).toEqual([`Testimonials/${earlier.drive_path}`]);

  const first = await sent();
  expect(Object.keys(await drive.files())).toContain(`Testimonials/${first.drive_path}`);
  await playNewest(page);

  drive.fail("PUT", { status: 507 });
  const second = await sent();
  expect(second.status).toBe("drive_upload_failed");
  await page.goto("/clients/drive");
  await expect(card).toContainText("Needs attention");
  await expect(card.getByRole("alert")).toContainText("The drive is full");
  await expect(card).toContainText("1 video is waiting");
  await axe(page, "full drive");
  await button(page, "Send a test file").click();
  await expect(toast(page, "Your drive works")).toBeVisible();
  await until("delivered", async () => Object.keys(await drive.files()).length === 3);

  const others = page.getByRole("region", { name: "Your other drives" });
  await others.getByRole("button", { name: /^Deliver here/ }).click();
  await expect(toast(page, "Drive changed")).toBeVisible();
  await expect(moves).toContainText("3 videos are still where they were saved before.");
  await axe(page, "drive left");

  await others.getByRole("button", { name: "Disconnect" }).click();
  const asked = page.getByRole("dialog", { name: "Disconnect this drive?" });
  await expect(asked).toContainText("It holds 3 videos.");
  await asked.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("region", { name: "Sayso’s own folder" })).toContainText("In use");
  await expect(others).toContainText("Disconnected");
  expect(Object.keys(await drive.files())).toHaveLength(3);
});
