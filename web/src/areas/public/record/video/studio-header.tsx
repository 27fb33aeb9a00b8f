import { ArrowLeft } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import { recordPath } from "../../../../paths.ts";
import { ClientLogo } from "../client-logo.tsx";
import type { LeaveGuard } from "./use-leave-guard.ts";

export function StudioHeader({ client, guard }: { client: PublicClient; guard: LeaveGuard }) {
  const navigate = useNavigate();
  const back = recordPath(client.custom_slug);
  return (
    <header className="flex items-center gap-4 py-4 sm:py-6">
      <Link
        to={back}
        onClick={(event) => guard.ask(event, () => void navigate(back))}
        aria-label={`Back to ${client.company_name}`}
        className="-ml-2 grid size-12 shrink-0 place-items-center rounded-full transition-colors hover:bg-sunken"
      >
        <ArrowLeft className="size-6" aria-hidden="true" />
      </Link>
      <ClientLogo client={client} className="h-10" />
    </header>
  );
}
