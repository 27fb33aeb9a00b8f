import titles from "#api/generated/titles.json";
import { Link } from "react-router";
import { adminRoutes } from "#admin-paths.ts";
import { useTitle } from "#lib/use-title.ts";
import { ForwardList } from "./forward-list.tsx";

/** Forwards to the automation webhooks, and their responses. */
export default function ForwardingScreen() {
  useTitle(titles.adminForwarding);
  return (
    <main>
      <h1 className="text-4xl">Forwarding</h1>
      <p className="mt-2 mb-5 max-w-[75ch] text-muted">
        Each form can forward its testimonials to a URL of yours, which you set in the{" "}
        <Link
          to={adminRoutes.adminSettings}
          className="text-ink underline decoration-control underline-offset-4"
        >
          settings
        </Link>
        ; we sign every request in the header{" "}
        <code className="text-[0.9375em] text-ink">Sayso-Signature</code>.
      </p>
      <ForwardList />
    </main>
  );
}
