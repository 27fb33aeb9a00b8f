import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import { recordPath } from "../../../../paths.ts";
import { ClientLogo } from "../client-logo.tsx";

export function StudioHeader({ client }: { client: PublicClient }) {
  return (
    <header className="flex items-center gap-4 py-4 sm:py-6">
      <Link
        to={recordPath(client.custom_slug)}
        aria-label={`Back to ${client.company_name}`}
        className="-ml-2 grid size-12 shrink-0 place-items-center rounded-full transition-colors hover:bg-sunken"
      >
        <ArrowLeft className="size-6" aria-hidden="true" />
      </Link>
      <ClientLogo client={client} className="h-10" />
    </header>
  );
}
