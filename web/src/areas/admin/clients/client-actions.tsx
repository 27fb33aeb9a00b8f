import { CirclePause, CirclePlay, ExternalLink, Handshake, Mail, Pencil } from "lucide-react";
import type { ClientSummary } from "#api/generated/admin.ts";
import { adminViewPath } from "#admin-paths.ts";
import { useInvite } from "./use-clients.ts";

type Props = {
  client: ClientSummary;
  onEdit: (id: string) => void;
  onStatus: (client: ClientSummary) => void;
  onReferral: (client: ClientSummary) => void;
  className?: string;
};

const action =
  "inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm font-semibold no-underline transition-colors hover:bg-sunken disabled:text-muted lg:min-h-8 lg:px-1.5 lg:max-xl:text-[0.8125rem]";
/** The table’s rows are low: there the words alone fit. */
const icon = "size-4 shrink-0 lg:hidden";

/** Actions on a client. Each label includes the client's name for screen readers. */
export function ClientActions({ client, onEdit, onStatus, onReferral, className = "" }: Props) {
  const invite = useInvite();
  const active = client.status === "active";
  const StatusIcon = active ? CirclePause : CirclePlay;
  const of = <span className="sr-only"> {client.company_name}</span>;
  return (
    <div className={`flex flex-wrap ${className}`}>
      <a href={adminViewPath(client)} target="_blank" rel="noopener" className={action}>
        <ExternalLink className={icon} aria-hidden="true" />
        <span>
          View{of}
          <span className="sr-only"> (opens in a new tab)</span>
        </span>
      </a>
      <button type="button" onClick={() => onEdit(client.id)} className={action}>
        <Pencil className={icon} aria-hidden="true" />
        <span>Edit{of}</span>
      </button>
      <button
        type="button"
        disabled={invite.isPending}
        onClick={() => invite.mutate(client)}
        className={action}
      >
        <Mail className={icon} aria-hidden="true" />
        <span>
          {invite.isPending ? "Sending" : "Invite"}
          {of}
        </span>
      </button>
      <button type="button" onClick={() => onReferral(client)} className={action}>
        <Handshake className={icon} aria-hidden="true" />
        <span>Referral{of}</span>
      </button>
      <button
        type="button"
        onClick={() => onStatus(client)}
        className={`${action} ${active ? "text-danger" : ""}`}
      >
        <StatusIcon className={icon} aria-hidden="true" />
        <span>
          {active ? "Deactivate" : "Reactivate"}
          {of}
        </span>
      </button>
    </div>
  );
}
