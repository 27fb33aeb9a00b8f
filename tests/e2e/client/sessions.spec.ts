import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { axe } from "../axe.ts";
import { addOwner, pages as loginPages, enter, heading } from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";

const SESSION = "__Host-session";

test("AUT01 AUT05 AUT17 no script can read the session, other tabs notice its beginning and its end, and nothing leads back", async ({
  page,
  context,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  const other = await context.newPage();
  await other.goto(loginPages.client);
  await expect(heading(other, "Client login")).toBeVisible();
  await enter(page, user);
  await expect(other).toHaveURL("/clients/dashboard");
  await expect(button(other, "Logout")).toBeVisible();
  const cookies = await context.cookies();
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax" });
  const cookie = cookies.find(({ name }) => name === SESSION);
  expect(cookie).toBeDefined();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(stored).not.toContain(cookie?.value);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  await page.goto("/clients/security");
  await button(page, "Change password").click();
  await expect(toast(page, "Password required")).toBeVisible();
  await axe(page, "security");
  await button(page, "Logout").click();
  await expect(toast(page, "Logged out")).toBeVisible();
  await expect(other).toHaveURL(`${loginPages.client}?next=%2Fclients%2Fdashboard`);
  expect((await context.cookies()).find(({ name }) => name === SESSION)).toBeUndefined();
  await page.goBack();
  await page.goto("/clients/dashboard");
  await expect(heading(page, "Client login")).toBeVisible();
  await enter(page, (await addOwner(sayso)).user);
  await expect(button(other, "Logout")).toBeVisible();
});

test("AUT02 a session survives a restart of the browser", async ({ playwright, sayso }, { project }) => {
  const { user } = await addOwner(sayso);
  const profile = await mkdtemp(join(tmpdir(), "sayso-profile-"));
  const start = () =>
    playwright.chromium.launchPersistentContext(profile, {
      ...project.use.launchOptions,
      baseURL: sayso.url.origin,
    });
  try {
    const before = await start();
    await enter(await before.newPage(), user);
    const [cookie] = await before.cookies();
    expect(cookie?.expires, "it says how long it lives").toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
    await before.close();
    const after = await start();
    const page = await after.newPage();
    await page.goto("/clients/dashboard");
    await expect(button(page, "Logout")).toBeVisible();
    await expect(page).toHaveURL("/clients/dashboard");
    await after.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});
