import type { ReactNode } from "react";
import titles from "#api/generated/titles.json";
import { useTitle } from "#lib/use-title.ts";
import { useSession } from "#auth/use-session.ts";
import { ChangePassword } from "./change-password.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { SessionList } from "./session-list.tsx";

/** Everything about one's own account: the same for clients, admins and affiliates. An area may add a card about others' sessions. */
export default function SecurityScreen({ children }: { children?: ReactNode }) {
  useTitle(titles.clientSecurity);
  const { email } = useSession();
  return (
    <main>
      <h1 className="text-4xl">Security</h1>
      <p className="mt-2 text-muted">
        Signed in as <b className="wrap-anywhere text-ink">{email}</b>
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <SessionList />
          <SecondFactor />
        </div>
        <div className="grid min-w-0 gap-5">
          <ChangePassword />
          {children}
        </div>
      </div>
    </main>
  );
}
