import { ExternalLink } from "lucide-react";
import type { TopUpOffer } from "#api/generated/billing.ts";
import { formatPence } from "#lib/format.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

/** More credits for the month that runs. */
export function TopUpCard({ offer }: { offer: TopUpOffer }) {
  return (
    <Card title="More credits" className="flex flex-col">
      <p className="max-w-[48ch] text-[0.9375rem] text-muted">
        {offer.credits} more videos for {formatPence(offer.pence)}, available at once. Buy as often as you
        like. They’re for the current month.
      </p>
      <div className="mt-auto pt-4">
        <ButtonLink variant="outlined" href={offer.url} target="_blank" rel="noopener">
          Buy {offer.credits} credits
          <ExternalLink className="size-4.5" aria-hidden="true" />
          <span className="sr-only">, opens in a new tab</span>
        </ButtonLink>
      </div>
    </Card>
  );
}
