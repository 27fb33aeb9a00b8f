import { Copy, Mail } from "lucide-react";
import type { ClientView } from "#api/generated/client.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { copyText } from "#lib/copy-text.ts";
import { TextArea } from "#ui/fields/text-area.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { useDraft } from "#lib/use-draft.ts";
import { invitationFor, mailAddress } from "./invitation.ts";

/** An editable text for customers; sending it is up to the client. */
export function InvitationCard({ client, address }: { client: ClientView; address: string }) {
  const { value, change, discard, dirty } = useDraft(
    client.id,
    "invitation",
    invitationFor(client.company_name, address),
  );
  const copy = async () => {
    if (await copyText(value.text)) await showToast("success", "Copied to clipboard");
    else await showToast("error", "Failed to copy", "Please select the text and copy it yourself.");
  };
  return (
    <Card
      title="Invitation by email"
      className="flex flex-col"
      aside={
        <Button
          variant="quiet"
          className={`-my-1 min-h-8! px-0! py-0! text-[0.9375rem] ${dirty ? "" : "invisible"}`}
          onClick={discard}
        >
          Start over
        </Button>
      }
    >
      <TextField label="Subject" value={value.subject} onChange={(subject) => change({ subject })} />
      <TextArea
        label="Text"
        rows={15}
        style={{ fieldSizing: "content" }}
        value={value.text}
        warning={value.text.includes(address) ? undefined : "Your link is missing from this text."}
        onChange={(text) => change({ text })}
      />
      <div className="mt-auto flex flex-wrap gap-3 pt-2 *:flex-auto sm:*:flex-none">
        <ButtonLink variant="outlined" href={mailAddress(value.subject, value.text)}>
          <Mail className="size-5" aria-hidden="true" />
          Open in your email app
        </ButtonLink>
        <Button variant="outlined" onClick={() => void copy()}>
          <Copy className="size-5" aria-hidden="true" />
          Copy text
        </Button>
      </div>
    </Card>
  );
}
