import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ClientView, Dashboard } from "#api/generated/client.ts";
import { ApiError } from "#api/http.ts";
import { pageData } from "#api/page-data.ts";
import { clientRowPath } from "#admin-paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { LoadingFailed } from "#ui/loading-failed.tsx";
import { Notice } from "#ui/notice.tsx";
import { useTitle } from "#lib/use-title.ts";
import { ScreenSkeleton } from "./screen-skeleton.tsx";
import { useDashboard } from "./use-dashboard.ts";

type Props = {
  title: string;
  children: (dashboard: Dashboard) => ReactNode;
};

/** A portal screen about one client: loads it, and shows the error if that fails. */
export function ClientScreen({ title, children }: Props) {
  useTitle(`${title} – Sayso`);
  const { data, error, isFetching, refetch } = useDashboard();
  if (data) {
    return (
      <main>
        {data.admin_view && <AdminBanner client={data.client} />}
        <div key={data.client.id}>{children(data)}</div>
      </main>
    );
  }
  if (error && !isFetching) return <Failed error={error} retry={() => void refetch()} />;
  return <ScreenSkeleton />;
}

function AdminBanner({ client }: { client: ClientView }) {
  return (
    <p
      role="note"
      className="mb-6 flex flex-wrap items-baseline gap-x-3 rounded-card border border-warning px-4 py-2.5"
    >
      <b className="text-warning">Admin View</b>
      <span className="min-w-0 wrap-anywhere">
        You are looking at <b>{client.company_name}</b>. Anything you change here changes for them too.
      </span>
      <Link
        to={clientRowPath(client.custom_slug)}
        className="font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
      >
        Back to the admin area
      </Link>
    </p>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    const [title, text] =
      error.code === "no_client"
        ? ["No business here yet", "No business is linked to your account yet. Our support team can link it."]
        : ["Business not found", "This business does not exist, or you do not have access to it."];
    return (
      <Notice title={title}>
        <p role="alert" className="text-muted">
          {text}
        </p>
        <ButtonLink variant="outlined" href={pageData.support_url} target="_blank" rel="noopener">
          Contact support
          <span className="sr-only">(opens in a new tab)</span>
        </ButtonLink>
      </Notice>
    );
  }
  return <LoadingFailed error={error} onRetry={retry} />;
}
