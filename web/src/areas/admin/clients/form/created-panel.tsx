import { Mail } from "lucide-react";
import { Button, buttonClass } from "../../../../ui/button.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { useInvite } from "../use-clients.ts";

export type NewClient = { id: string; email: string; company_name: string; password: string };

/** The temporary password, once. It lies nowhere else: not in the address, not in the browser's storage. */
export function CreatedPanel({ client, onDone }: { client: NewClient; onDone: () => void }) {
  const invite = useInvite();
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-4 px-5 py-6 text-[0.9375rem] leading-snug">
      <p>
        <b className="wrap-anywhere">{client.company_name}</b> signs in as{" "}
        <b className="wrap-anywhere">{client.email}</b> with this temporary password:
      </p>
      <div className="flex flex-col gap-3 rounded-control border border-control bg-sunken p-3">
        <code className="text-center font-mono text-xl tracking-wide select-all wrap-anywhere">
          {client.password}
        </code>
        <CopyButton
          text={client.password}
          label="Copy password"
          copied="Copied"
          className={buttonClass("outlined", "min-h-11")}
        />
      </div>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>It is shown here and never again. We keep only its hash.</li>
        <li>It is valid for 72 hours, and has to be changed at the first sign-in.</li>
        <li>No mail carries it. The invitation carries a link to set a first password instead.</li>
      </ul>
      <div className="mt-1 flex flex-col gap-3">
        <Button disabled={invite.isPending || invite.isSuccess} onClick={() => invite.mutate(client)}>
          <Mail className="size-5" aria-hidden="true" />
          {invite.isPending ? "Sending" : invite.isSuccess ? "Invitation sent" : "Send invitation"}
        </Button>
        <Button look="outlined" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
