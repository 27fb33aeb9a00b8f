import { addUser, call, signIn, type User } from "../../support/people/owner/users.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { addOwner, pages as loginPages, enter, heading, logIn } from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";
import { loaded } from "./owner.ts";

const SESSION = "__Host-session";

const NEW = "seven quiet geese";

const endSessions = (sayso: Sayso, user: User) =>
  sayso.change("DELETE FROM sessions WHERE user_id = ?", user.id);

test("AUT17 RTE08 logging out says so, lands on the login, and the cookie opens nothing more", async ({
  page,
  context,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await enter(page, user);
  await page.evaluate(() => sessionStorage.setItem("sayso-draft:a:b", "typed"));
  const session = async () => (await context.cookies()).find(({ name }) => name === SESSION);
  const cookie = await session();
  await page.route("**/api/auth/logout", (route) => route.abort());
  await button(page, "Logout").click();
  await expect(toast(page, "Logout failed", "We cannot reach the server.")).toBeVisible();
  await expect(page).toHaveURL("/clients/dashboard");
  await page.unroute("**/api/auth/logout");
  await button(page, "Logout").click();
  await expect(toast(page, "Logged out")).toBeVisible();
  await expect(page).toHaveURL(loginPages.client);
  await expect(toast(page, "Your session has ended")).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem("sayso-draft:a:b")), "drafts go").toBeNull();
  expect(await session()).toBeUndefined();
  const stolen = `${cookie?.name}=${cookie?.value}`;
  expect((await call(sayso, "GET", "/api/client/dashboard", { cookie: stolen })).status).toBe(401);
  await page.goBack();
  await page.goto("/clients/dashboard");
  await expect(heading(page, "Client login")).toBeVisible();
});

test("AUT18 a session that ends in the middle of work leads to the login and back, and keeps what was typed", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await enter(page, user);
  await page.evaluate(() => sessionStorage.setItem("sayso-draft:a:b", "typed"));
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByText("This browser")).toBeVisible();
  await endSessions(sayso, user);
  await page.getByLabel(/^Current password/).fill(user.password);
  await page.getByLabel(/^New password/).fill(NEW);
  await page.getByLabel(/^Repeat new password/).fill(NEW);
  await button(page, "Change password").click();
  await expect(toast(page, "Your session has ended", "What you typed is kept.")).toBeVisible();
  await expect(page).toHaveURL(`${loginPages.client}?next=%2Fclients%2Fsecurity`);
  expect(await page.evaluate(() => sessionStorage.getItem("sayso-draft:a:b"))).toBe("typed");
  await logIn(page, user);
  await expect(page).toHaveURL("/clients/security");
  await expect(page.getByText("This browser")).toBeVisible();
});

test("AUT18 a screen that finds its session ended while it reads does the same, an admin on their own login page", async ({
  page,
  sayso,
}) => {
  const { client } = await addOwner(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  await enter(page, admin, "admin");
  const view = `/clients/dashboard?clientId=${client.id}`;
  await page.goto(view);
  await expect(page.getByText(client.company_name).first()).toBeVisible();
  await loaded(page);
  await endSessions(sayso, admin);
  await page.getByRole("link", { name: "Security" }).click();
  await expect(toast(page, "Your session has ended", "Sign in to carry on where you were.")).toHaveCount(1);
  await expect(toast(page, "What you typed is kept"), "where nothing was typed").toHaveCount(0);
  await expect(heading(page, "Admin login")).toBeVisible();
  await logIn(page, admin);
  await expect(page).toHaveURL(`/clients/security?clientId=${client.id}`);
});

test("ERR05 a server that cannot say who is signed in is asked again, and nobody is sent away", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await enter(page, user);
  await page.route("**/api/auth/session", (route) => route.abort());
  await page.goto("/clients/security");
  await expect(heading(page, "We cannot reach Sayso")).toBeVisible();
  await page.unroute("**/api/auth/session");
  await button(page, "Try again").click();
  await expect(heading(page, "Security")).toBeVisible();
});

test("ERR01 without a connection a change fails at once and says so, and nobody is sent away", async ({
  page,
  context,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await signIn(sayso, user);
  await enter(page, user);
  await page.goto("/clients/security");
  const others = button(page, "Sign out everywhere else");
  await expect(others).toBeVisible();
  await context.setOffline(true);
  await others.click();
  await expect(toast(page, "Failed to sign out", "We cannot reach the server.")).toBeVisible();
  await expect(page).toHaveURL("/clients/security");
  await context.setOffline(false);
  await others.click();
  await expect(toast(page, "Signed out everywhere else")).toBeVisible();
});
