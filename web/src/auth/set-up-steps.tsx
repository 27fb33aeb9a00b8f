import { useStepFocus } from "./auth-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetup } from "./totp-setup.tsx";

/** At a door that insists on a second factor, for somebody who has none. */
export function SetUpStep({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const heading = useStepFocus();
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          Set up a second factor
        </h1>
        <p className="mt-2 text-[0.9375rem] leading-snug text-muted">
          Your account needs more than a password: a code from an authenticator app on your phone. It takes a
          minute.
        </p>
      </div>
      <TotpSetup look="signal" onCodes={onCodes} />
    </div>
  );
}

/** What follows it, before the way in. */
export function RecoveryCodesStep(props: { codes: string[]; onKept: () => void }) {
  const heading = useStepFocus();
  return (
    <div className="flex flex-col gap-2">
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        Keep your recovery codes
      </h1>
      <RecoveryCodes {...props} />
    </div>
  );
}
