// An admin's calls to the API.
import { addUser, call, signIn } from "../owner/users.ts";
import type { Sayso } from "../../runtime/worker.ts";

export async function adminCookie(sayso: Sayso): Promise<string> {
  return signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
}

/** The calls of an admin, who is signed in at the first one. */
export function adminCalls(sayso: () => Sayso) {
  let session: Promise<string> | undefined;
  const cookie = () => (session ??= adminCookie(sayso()));
  const get = async <T>(path: string) =>
    (await (await call(sayso(), "GET", path, { cookie: await cookie() })).json()) as T;
  const post = async <T>(path: string) => {
    const answer = await call(sayso(), "POST", path, { cookie: await cookie() });
    return { status: answer.status, body: (await answer.json()) as T };
  };
  return { cookie, get, post };
}
