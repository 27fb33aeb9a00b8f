import type { ReactNode } from "react";
import type { PublicClient } from "../../../api/generated/PublicClient.ts";
import { pageData } from "../../../api/page-data.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { LoadingScreen } from "../../../ui/spinner.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { blockOf } from "./block.ts";
import { Blocked } from "./blocked.tsx";
import { useRecordClient } from "./use-record-client.ts";

/** Lets a record screen through for a client that takes testimonials; says why not for any other. */
export function ClientGate({
  slug,
  children,
}: {
  slug: string;
  children: (client: PublicClient) => ReactNode;
}) {
  const lookup = useRecordClient(slug);
  if (lookup.state === "loading") return <LoadingScreen />;
  if (lookup.state === "failed") return <Unreachable retry={lookup.retry} />;
  if (!lookup.client) return <Unknown />;
  const block = blockOf(lookup.client.accepting);
  return block ? <Blocked client={lookup.client} block={block} /> : children(lookup.client);
}

function Unknown() {
  useTitle("Client Not Found");
  return (
    <Notice title="Client Not Found">
      <p className="text-muted">
        The client you are trying to access doesn't exist. If you believe this is an error, please contact our
        support team.
      </p>
      <ButtonLink look="outlined" href={pageData.support_url}>
        Contact Support
      </ButtonLink>
    </Notice>
  );
}

function Unreachable({ retry }: { retry: () => void }) {
  useTitle("Sayso");
  return (
    <Notice title="We could not load this page">
      <p role="alert" className="text-muted">
        The connection dropped or our server did not answer. Check that you are online, then try again.
      </p>
      <Button onClick={retry}>Try again</Button>
    </Notice>
  );
}
