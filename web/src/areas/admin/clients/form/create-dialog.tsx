import { lifetimes } from "#api/generated/rules.json";
import type { NewClient } from "./client-form.ts";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { OnboardingRequestSummary } from "#api/generated/site.ts";
import { WindowDialog } from "#ui/dialogs/window-dialog.tsx";
import { CreateForm } from "./create-form.tsx";
import { useBlockBack } from "#lib/navigation/use-block-back.ts";
import { Mail } from "lucide-react";
import { Button, buttonClass } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { useInvite } from "#areas/admin/clients/use-clients.ts";

type Props = {
  /** The set-up to prefill from; completed once the client exists. */
  setup?: OnboardingRequestSummary;
  onCreated?: () => unknown;
  onClose: () => void;
};

/**
 * A new client: its form, then its password, which is shown only here. So once the request is sent the dialog closes
 * only by its own button.
 */
export function CreateDialog({ setup, onCreated, onClose }: Props) {
  const [created, setCreated] = useState<NewClient | null>(null);
  const [busy, setBusy] = useState(false);
  const [closed, setClosed] = useState(false);
  const isCreated = useRef(false);
  useBlockBack(created ? !closed : busy);

  // The dialog was closed during the request, which then failed: nothing to show.
  useEffect(() => {
    if (closed && !busy && !created) onClose();
  }, [closed, busy, created, onClose]);

  const finish = () => {
    // Set before closing, which may go back in the history.
    flushSync(() => setClosed(true));
    onClose();
  };
  const closeForm = () => {
    // The close event is asynchronous, and the client may have been created by then.
    if (isCreated.current) return;
    if (busy) setClosed(true);
    else onClose();
  };
  return created ? (
    <WindowDialog key="created" title="Client created" onClose={finish} firm>
      <CreatedPanel client={created} onDone={finish} />
    </WindowDialog>
  ) : (
    <WindowDialog key="new" title="New client" onClose={closeForm}>
      <CreateForm
        setup={setup}
        onBusy={setBusy}
        onCreated={(client) => {
          isCreated.current = true;
          setClosed(false);
          setCreated(client);
          onCreated?.();
        }}
      />
    </WindowDialog>
  );
}

/** Shows the temporary password once. It is stored nowhere else: not in the URL, not in the browser's storage. */
function CreatedPanel({ client, onDone }: { client: NewClient; onDone: () => void }) {
  const invite = useInvite();
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-5 py-6 text-[0.9375rem] leading-snug sm:py-8">
      <p>
        <b className="wrap-anywhere">{client.company_name}</b> signs in as{" "}
        <b className="wrap-anywhere">{client.email}</b> with this temporary password:
      </p>
      <div className="grid items-center gap-3 rounded-control border border-control bg-sunken p-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <code className="text-center font-mono text-[clamp(0.75rem,4vw,1.125rem)] whitespace-nowrap select-all">
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
        <li>We show it once and store only its hash.</li>
        <li>It works for {lifetimes.temporaryPassword}, until the first sign-in replaces it.</li>
        <li>We never email it. The invitation has a link to set a first password instead.</li>
      </ul>
      <div className="mt-1 grid gap-3 sm:grid-cols-2">
        <Button disabled={invite.isPending || invite.isSuccess} onClick={() => invite.mutate(client)}>
          <Mail className="size-5" aria-hidden="true" />
          {invite.isPending ? "Sending" : invite.isSuccess ? "Invitation sent" : "Send invitation"}
        </Button>
        <Button variant="outlined" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
