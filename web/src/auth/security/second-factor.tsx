import { useState, useRef, type ReactNode } from "react";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { broadcastSession } from "#auth/session-broadcast.ts";
import { queryClient, refetchSession, sessionsQuery, markSignedOut } from "#auth/query-client.ts";
import { RecoveryCodes } from "#auth/recovery-codes.tsx";
import { toastSuccess, refusalText, toastFailure, toastError } from "#auth/toasts.ts";
import { useSession } from "#auth/use-session.ts";
import * as auth from "#api/generated/calls/auth.ts";
import type { TotpBegin, TotpCode, TotpSecret } from "#api/generated/auth.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { TotpSetup } from "#auth/totp-setup.tsx";
import { ShieldOff, Smartphone } from "lucide-react";
import { ApiError } from "#api/http.ts";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { focusField } from "#lib/use-form.ts";
import type { ToastText } from "#ui/toasts/toast.ts";
import { useBusy } from "#lib/use-busy.ts";

/** The code beside the password: setting it up, its recovery codes, and switching it off. */
export function SecondFactor() {
  const { totp_enabled: on, totp_required: required } = useSession();
  const [codes, setCodes] = useState<string[] | null>(null);
  const shownOn = on || codes !== null;

  const setUp = (made: string[]) => {
    setCodes(made);
    broadcastSession();
    toastSuccess(["Two-step verification switched on", "All your other browsers have been signed out."]);
    void refetchSession();
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };

  return (
    <Card
      title="Two-step verification"
      aside={<Badge tone={shownOn ? "success" : "outline"}>{shownOn ? "On" : "Off"}</Badge>}
    >
      <p className="mb-4 text-[0.9375rem] leading-snug">
        {shownOn
          ? "Signing in takes your password and a code from your authenticator app."
          : "With a code from an authenticator app, a stolen password alone is not enough."}
      </p>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => void refetchSession().then(() => setCodes(null))} />
      ) : on ? (
        <ChangeFactor isMandatory={required} onCodes={setUp} onOff={refetchSession} />
      ) : (
        <BeginFactor onCodes={setUp} />
      )}
    </Card>
  );
}

/** Sets up a first second factor, after asking for the current password. */
function BeginFactor({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [confirming, setConfirming] = useState(false);
  const [secret, setSecret] = useState<TotpSecret | null>(null);

  const begin = async (password: string) => setSecret(await auth.totpBegin({ password } satisfies TotpBegin));

  if (secret) return <TotpSetup variant="outlined" secret={secret} onCodes={onCodes} />;
  if (confirming) {
    return (
      <ProofPrompt
        proof="password"
        variant="outlined"
        action="Continue"
        failed="Failed to set up two-step verification"
        onProof={begin}
        onCancel={() => setConfirming(false)}
      />
    );
  }
  return (
    <Button variant="outlined" onClick={() => setConfirming(true)}>
      Set up now
    </Button>
  );
}

type ChangeFactorProps = {
  /** The product insists on a second factor for this account. */
  isMandatory: boolean;
  onCodes: (codes: string[]) => void;
  onOff: () => Promise<void>;
};

/** Moves the second factor to another phone, or removes it. */
function ChangeFactor({ isMandatory, onCodes, onOff }: ChangeFactorProps) {
  const [change, setChange] = useState<"phone" | "off" | null>(null);
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const leave = () => setChange(null);

  const another = async (code: string) => setSecret(await auth.totpBegin({ code } satisfies TotpBegin));

  const switchOff = async (code: string) => {
    await auth.totpEnd({ code } satisfies TotpCode);
    toastSuccess(["Two-step verification switched off", "You now sign in with your password alone."]);
    await onOff();
  };

  if (secret) return <TotpSetup variant="outlined" secret={secret} onCodes={onCodes} />;
  if (change === "phone") {
    return (
      <ProofPrompt
        proof="code"
        variant="outlined"
        action="Continue"
        failed="Failed to set up two-step verification"
        onProof={another}
        onCancel={leave}
      />
    );
  }
  if (change === "off") {
    return (
      <ProofPrompt
        proof="code"
        variant="danger"
        action={<OffLabel />}
        failed="Failed to switch it off"
        onProof={switchOff}
        onCancel={leave}
      />
    );
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button variant="outlined" onClick={() => setChange("phone")}>
          <Smartphone className="size-5" aria-hidden="true" />
          Move to another phone
        </Button>
        {!isMandatory && (
          <Button variant="danger" onClick={() => setChange("off")}>
            <OffLabel />
          </Button>
        )}
      </div>
      {isMandatory && <p className="mt-3 text-[0.9375rem] text-muted">Your account must keep it.</p>}
    </>
  );
}

function OffLabel() {
  return (
    <>
      <ShieldOff className="size-5" aria-hidden="true" />
      Switch off
    </>
  );
}

type Proof = "password" | "code";

type ProofPromptProps = {
  /** Proof of identity: the browser may have been left open to somebody else. */
  proof: Proof;
  variant: ButtonVariant;
  /** The button's label with its icon. */
  action: ReactNode;
  /** Title of the error toast. */
  failed: string;
  onProof: (proof: string) => Promise<void>;
  onCancel: () => void;
};

const MISSING: Record<Proof, { toast: ToastText; field: string }> = {
  password: {
    toast: ["Password required", "Please enter your current password."],
    field: "Enter your current password",
  },
  code: { toast: ["Code required", "Please enter the code."], field: "Enter the code" },
};

const WRONG: Record<Proof, string> = { password: "wrong_current_password", code: "totp_wrong" };

/** Asks for the current password or a second factor's code before the second factor is changed. */
function ProofPrompt({ proof, variant, action, failed, onProof, onCancel }: ProofPromptProps) {
  const { email } = useSession();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);

  const showError = (message: string) => {
    setError(message);
    focusField(form.current, proof);
  };

  const submit = async () => {
    setError(undefined);
    // A password may begin or end with a space.
    const typed = proof === "code" ? text.trim() : text;
    if (typed === "") {
      toastError(MISSING[proof].toast);
      showError(MISSING[proof].field);
      return;
    }
    try {
      await onProof(typed);
    } catch (failure) {
      markSignedOut(failure);
      toastFailure(failed, failure);
      if (failure instanceof ApiError && failure.code === WRONG[proof]) showError(refusalText(failure));
    }
  };

  const field = { name: proof, required: true, autoFocus: true, value: text, error, onChange: setText };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        run(submit);
      }}
    >
      <div className="max-w-72">
        {proof === "password" ? (
          <>
            {/* Tells password managers which account the password is for. */}
            <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField label="Your current password" autoComplete="current-password" {...field} />
          </>
        ) : (
          <TextField
            label="Code or recovery code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            {...field}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={variant} aria-disabled={busy}>
          {action}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
