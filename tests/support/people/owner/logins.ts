// Signing in and asking who is signed in, as the app does.
import { call, type Area } from "./users.ts";
import type { Sayso } from "../../runtime/worker.ts";

type From = { area?: Area; from?: string; cookie?: string };

export function logins(sayso: () => Sayso) {
  const login = (
    email: string,
    password: string,
    { area = "client", from = "192.0.2.1", cookie = "" }: From = {},
  ) =>
    call(sayso(), "POST", "/api/auth/login", {
      body: { area, email, password },
      headers: { "cf-connecting-ip": from },
      cookie,
    });
  const session = async (cookie: string) =>
    (await (await call(sayso(), "GET", "/api/auth/session", { cookie })).json()) as Record<
      string,
      unknown
    > | null;
  return { login, session };
}
