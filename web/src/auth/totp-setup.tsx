import { useRef, useState } from "react";
import * as auth from "#api/generated/calls/auth.ts";
import type { TotpCode, TotpSecret } from "#api/generated/auth.ts";
import { ApiError } from "#api/http.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { focusField } from "#lib/use-form.ts";
import { markSignedOut } from "./query-client.ts";
import { refusalText, toastFailure } from "./toasts.ts";
import { useBusy } from "#lib/use-busy.ts";

type Props = {
  variant: "signal" | "outlined";
  secret: TotpSecret;
  onCodes: (codes: string[]) => void;
};

/** The set-up of a second factor: a secret for the authenticator app, then a code that proves it arrived. */
export function TotpSetup({ variant, secret, onCodes }: Props) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);

  const confirm = async () => {
    setError(undefined);
    try {
      const body: TotpCode = { code: code.trim() };
      onCodes((await auth.totpConfirm(body)).recovery_codes);
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 400) {
        setError(refusalText(failure));
        focusField(form.current, "code");
      }
      markSignedOut(failure);
      toastFailure("Failed to set up two-step verification", failure);
    }
  };

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        run(confirm);
      }}
    >
      <ol className="flex list-decimal flex-col gap-5 pl-5 marker:font-semibold">
        <li>
          Scan this with your authenticator app.
          <QrCode
            text={secret.otpauth_url}
            label="Code for your authenticator app"
            className="mt-3 w-52 border border-hairline"
          />
          {/* A link, because a phone cannot scan its own screen. */}
          <TextLink
            href={secret.otpauth_url}
            className="mt-2 hidden min-h-11 items-center text-[0.9375rem] font-semibold pointer-coarse:inline-flex"
          >
            Open the app on this device
          </TextLink>
        </li>
        <li>
          Or type this key into it:
          <code className="mt-2 block rounded-control bg-sunken px-3 py-2 font-mono text-[0.9375rem] wrap-anywhere select-all">
            {grouped(secret.secret)}
          </code>
          <CopyButton
            text={secret.secret}
            label="Copy the key"
            copied="Key copied"
            className="mt-1 inline-flex min-h-11 items-center gap-2 text-[0.9375rem] font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
          />
        </li>
        <li>
          Then type the six digits it shows.
          <div className="mt-2 max-w-60">
            <TextField
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCorrect="off"
              required
              value={code}
              error={error}
              onChange={setCode}
            />
          </div>
        </li>
      </ol>
      <Button type="submit" variant={variant} aria-disabled={busy} className="self-start">
        Confirm the code
      </Button>
    </form>
  );
}

const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");
