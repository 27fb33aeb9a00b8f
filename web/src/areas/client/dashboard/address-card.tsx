import { ExternalLink } from "lucide-react";
import { Link } from "react-router";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import { routes } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyAddress } from "../copy-address.tsx";
import { useStay } from "../use-stay.ts";
import { withClient } from "../which-client.ts";
import { takesNoVideos } from "./credit-state.ts";

/** The address customers open: the one thing to take from here. */
export function AddressCard({ client, address }: { client: ClientView; address: string }) {
  const closed = takesNoVideos(client);
  const stay = useStay();
  return (
    <Card title="Your recording link">
      <p className="rounded-control bg-sunken px-4 py-3 leading-snug font-semibold wrap-anywhere select-all">
        {address}
      </p>
      <div className="mt-3 flex gap-3">
        <CopyAddress address={address} look={closed ? "outlined" : "signal"} className="flex-1" />
        <ButtonLink look="outlined" href={address} target="_blank" rel="noopener" className="flex-1">
          <ExternalLink className="size-5" aria-hidden="true" />
          Open
          <span className="sr-only"> your record page (opens in a new tab)</span>
        </ButtonLink>
      </div>
      <p className="mt-4 text-sm text-muted">
        {closed
          ? "Your page takes no videos now. Customers who open it are told so."
          : "Send it to a customer. They record, you get the video."}{" "}
        There is also an{" "}
        <Link
          to={withClient(routes.clientSharing, stay.search)}
          className="underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          invitation, a QR code and a table card
        </Link>
        .
      </p>
    </Card>
  );
}
