import { lengths } from "#api/generated/rules.json";
import type { ButtonVariant } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { ConnectForm, useConnectForm } from "./connect-form.tsx";
import { DeletionNote } from "./deletion-card.tsx";
import { useConnectWebDav } from "./use-drive.ts";

const EMPTY = { address: "", account: "", secret: "" };

/** Connects a folder on the business's own server. Nothing is stored until a test file was written there. */
export function WebDavForm({ clientId, variant }: { clientId: string; variant: ButtonVariant }) {
  const { form, field } = useConnectForm(EMPTY, useConnectWebDav(clientId));
  return (
    <Card title="Connect Nextcloud or another WebDAV drive">
      <p className="-mt-2 mb-5 max-w-[60ch] text-muted">
        Every new video then goes straight into a folder of yours. We put a small test file there first, and
        remove it again. <DeletionNote />
      </p>
      <ConnectForm form={form} submit="Connect" variant={variant}>
        <TextField
          label="Folder address"
          hint="Nextcloud shows it under Files settings. Add the folder’s name at its end."
          placeholder="https://cloud.example.com/remote.php/dav/files/anna/Testimonials"
          type="url"
          required
          autoComplete="off"
          spellCheck={false}
          {...field("address")}
        />
        <TextField
          label="User name"
          hint="Leave it empty for an access token."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={lengths.personName}
          {...field("account")}
        />
        <PasswordField
          label="App password or token"
          hint="We keep it encrypted and never show it again."
          required
          autoComplete="off"
          {...field("secret")}
        />
      </ConnectForm>
    </Card>
  );
}
