import type { ClientView } from "../../../api/generated/ClientView.ts";
import { Card } from "../../../ui/card.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { CopyAddress } from "../copy-address.tsx";
import { takesNoVideos } from "../dashboard/credit-state.ts";
import { readable } from "./invitation.ts";

/** The address itself, large. */
export function LinkCard({ client, address }: { client: ClientView; address: string }) {
  return (
    <Card title="Link">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <TextLink
          href={address}
          newTab
          className="min-w-0 font-display text-2xl leading-tight font-bold tracking-tight wrap-anywhere sm:text-3xl"
        >
          {readable(address)}
        </TextLink>
        <CopyAddress
          address={address}
          look={takesNoVideos(client) ? "outlined" : "signal"}
          className="flex-1 sm:flex-none"
        />
      </div>
    </Card>
  );
}
