import * as api from "#api/generated/calls/client.ts";
import { useGoogleConsent } from "#auth/use-google-consent.ts";
import { useSession } from "#auth/use-session.ts";
import type { DriveConnection } from "#api/generated/drive.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { ConsentScreenNote } from "#ui/drives/consent-screen-note.tsx";
import { ConnectForm, useConnectForm } from "./connect-form.tsx";
import { DeletionNote } from "./deletion-card.tsx";
import { useConnectGoogleFolder, useConnectPlatformFolder } from "./use-drive.ts";

/** A Google Drive of the business's own, not a folder in Sayso's. */
export const isOwnGoogle = ({ provider, is_platform: isPlatform }: DriveConnection) =>
  provider === "google-drive" && !isPlatform;

type GoogleProps = {
  clientId: string;
  /** Videos already arrive in the business's own Google Drive. */
  again: boolean;
  variant: ButtonVariant;
};

/** Connects the business's own Google Drive. */
export function GoogleDriveCard({ clientId, again, variant }: GoogleProps) {
  const { area } = useSession();
  const { mutate: ask, isPending, isSuccess } = useGoogleConsent(() => api.driveAskGoogle(clientId));
  return (
    <Card title={again ? "Renew Google Drive" : "Connect Google Drive"}>
      <p className="-mt-2 mb-5 max-w-[60ch] text-muted">
        {again
          ? "If Google has withdrawn its permission, or you want to use another account, connect it again. "
          : "We make a folder in your Google Drive, and every new video goes straight into it. We can see what we put there, and nothing else of yours. "}
        <DeletionNote />
      </p>
      <p className="mb-5 max-w-[60ch] text-[0.9375rem] text-muted">
        Google withdraws the permission if nothing uses it for six months, or once your account has granted a
        hundred newer ones. We email you if that happens; reconnect, and waiting videos are delivered.
      </p>
      {area === "admin" && <ConsentScreenNote />}
      {/* Disabled while the page redirects to Google. */}
      <Button variant={variant} disabled={isPending || isSuccess} onClick={() => ask()}>
        {isPending || isSuccess ? "Opening Google" : again ? "Connect again" : "Connect Google Drive"}
      </Button>
    </Card>
  );
}

type PlatformProps = {
  clientId: string;
  account: string;
  email: string;
  current: DriveConnection | undefined;
};

/** For admins: connects a folder in Sayso's own Google Drive. */
export function PlatformFolderForm({ clientId, account, email, current }: PlatformProps) {
  const connect = useConnectPlatformFolder(clientId);
  const { form } = useConnectForm({}, () => connect(undefined));
  const again = current?.is_platform && current.account === account;
  return (
    <Card title={again ? "Renew the folder in Sayso’s Google Drive" : "Use Sayso’s Google Drive"}>
      <p className="-mt-2 mb-5 max-w-[60ch] text-muted">
        For admins. We make a folder in the Google Drive of{" "}
        <b className="wrap-anywhere text-ink">{account}</b>, or find the one that is there, and share it with{" "}
        <b className="wrap-anywhere text-ink">{email}</b>.
      </p>
      <ConnectForm
        form={form}
        submit={again ? "Connect again" : "Use Sayso’s Google Drive"}
        variant="outlined"
      />
    </Card>
  );
}

const EMPTY = { link: "" };

/** For admins: connects a folder in a Shared Drive that the deployment's service account can write to. */
export function SharedDriveForm({ clientId, serviceAccount }: { clientId: string; serviceAccount: string }) {
  const { form, field } = useConnectForm(EMPTY, useConnectGoogleFolder(clientId));
  return (
    <Card title="Connect a folder in a Shared Drive">
      <p className="-mt-2 mb-5 max-w-[60ch] text-muted">
        For admins. Share the Shared Drive with <b className="wrap-anywhere text-ink">{serviceAccount}</b> as
        a manager first.
      </p>
      <ConnectForm form={form} submit="Connect folder" variant="outlined">
        <TextField
          label="Folder link"
          type="url"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="https://drive.google.com/drive/folders/"
          {...field("link")}
        />
      </ConnectForm>
    </Card>
  );
}
