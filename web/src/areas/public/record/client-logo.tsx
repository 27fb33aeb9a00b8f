import { useState } from "react";
import type { PublicClient } from "#api/generated/public.ts";

/** The business's logo, or its name if the logo is missing or fails to load. */
export function ClientLogo({ client, className }: { client: PublicClient; className: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!client.logo_url || client.logo_url === broken) {
    return (
      <span className="line-clamp-2 font-display text-2xl leading-tight font-bold tracking-tight">
        {client.company_name}
      </span>
    );
  }
  // Most logos are made for white paper, many of them dark on transparent: in dark mode they get a white background.
  return (
    <span className="inline-flex max-w-full min-w-0 dark:rounded-control dark:bg-white dark:px-3 dark:py-2 dark:text-black">
      <img
        src={client.logo_url}
        alt={client.company_name}
        onError={() => setBroken(client.logo_url)}
        className={`w-auto max-w-full min-w-0 object-contain object-left ${className}`}
      />
    </span>
  );
}
