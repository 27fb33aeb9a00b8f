import { ExternalLink } from "lucide-react";
import type { PublicClient } from "#api/generated/public.ts";
import { Button, ButtonLink } from "#ui/button.tsx";

/** Links to the business's page on a review platform; hidden without a platform, disabled without a URL. */
export function ReviewButton({ client, className = "" }: { client: PublicClient; className?: string }) {
  if (client.review_link_type === "None") return null;
  return (
    <ReviewLink
      label={`Leave a ${client.review_link_type} Review`}
      address={client.review_link_url}
      className={className}
    />
  );
}

type LinkProps = { label: string; address: string | null; className?: string };

/** The way to a review page in a new tab, disabled without an address. */
export function ReviewLink({ label, address, className = "" }: LinkProps) {
  if (!address || !address.startsWith("https://")) {
    return (
      <Button variant="outlined" className={className} disabled>
        {label}
      </Button>
    );
  }
  return (
    <ButtonLink variant="outlined" className={className} href={address} target="_blank" rel="noopener">
      {label}
      <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
      <span className="sr-only">(opens in a new tab)</span>
    </ButtonLink>
  );
}
