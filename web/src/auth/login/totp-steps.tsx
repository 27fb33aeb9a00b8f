import { useState } from "react";
import * as auth from "#api/generated/calls/auth.ts";
import type { TotpBegin, TotpSecret } from "#api/generated/auth.ts";
import { Button } from "#ui/button.tsx";
import { useStepFocus } from "#auth/auth-form.tsx";
import { noteSignedOut } from "#auth/query-client.ts";
import { RecoveryCodes } from "#auth/recovery-codes.tsx";
import { toastFailure } from "#auth/toasts.ts";
import { TotpSetup } from "#auth/totp-setup.tsx";
import { useBusy } from "#lib/use-busy.ts";

/** Sets up a required second factor during login. */
export function SetUpStep({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const heading = useStepFocus();
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [busy, run] = useBusy();

  /** The session was just created by the password and opens nothing else: it needs no further proof. */
  const begin = async () => {
    try {
      setSecret(await auth.totpBegin({} satisfies TotpBegin));
    } catch (failure) {
      noteSignedOut(failure);
      toastFailure("Failed to set up two-step verification", failure);
    }
  };

  return (
    <div className="flex flex-col gap-5">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          Set up two-step verification
        </h1>
        <p className="mt-2 text-[0.9375rem] leading-snug text-muted">
          Your account needs more than a password: a code from an authenticator app on your phone. It takes a
          minute.
        </p>
      </div>
      {secret ? (
        <TotpSetup variant="signal" secret={secret} onCodes={onCodes} />
      ) : (
        <Button aria-disabled={busy} onClick={() => run(begin)}>
          Set up now
        </Button>
      )}
    </div>
  );
}

/** Shows the recovery codes before the login continues. */
export function RecoveryCodesStep(props: { codes: string[]; onKept: () => void }) {
  const heading = useStepFocus();
  return (
    <div className="flex flex-col gap-2">
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        Save your recovery codes
      </h1>
      <RecoveryCodes {...props} />
    </div>
  );
}
