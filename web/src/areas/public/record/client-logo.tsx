import type { PublicClient } from "../../../api/generated/PublicClient.ts";

/** The business's logo, or else its name. */
export function ClientLogo({ client, className }: { client: PublicClient; className: string }) {
  if (!client.logo_url) {
    return (
      <span className="line-clamp-2 font-display text-2xl leading-tight font-bold tracking-tight">
        {client.company_name}
      </span>
    );
  }
  return (
    <img
      src={client.logo_url}
      alt={client.company_name}
      className={`w-auto max-w-full object-contain object-left ${className}`}
    />
  );
}
