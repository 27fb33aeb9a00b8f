import { useRef, useState, type ReactNode } from "react";
import { ApiError } from "#api/http.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { focusField } from "#lib/use-form.ts";
import type { ToastText } from "#auth/login-config.ts";
import { noteSignedOut } from "#auth/query-client.ts";
import { refusalText, toastFailure, toastError } from "#auth/toasts.ts";
import { useBusy } from "#lib/use-busy.ts";
import { useSession } from "#auth/use-session.ts";

type Proof = "password" | "code";

type Props = {
  /** Proof of identity: the browser may have been left open to somebody else. */
  proof: Proof;
  variant: ButtonVariant;
  /** The button's label with its icon. */
  action: ReactNode;
  /** Title of the error toast. */
  failed: string;
  onProof: (proof: string) => Promise<void>;
  onKeep: () => void;
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
export function ProofPrompt({ proof, variant, action, failed, onProof, onKeep }: Props) {
  const { email } = useSession();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);

  const refuse = (why: string) => {
    setError(why);
    focusField(form.current, proof);
  };

  const submit = async () => {
    setError(undefined);
    // A password may begin or end with a space.
    const typed = proof === "code" ? text.trim() : text;
    if (typed === "") {
      toastError(MISSING[proof].toast);
      refuse(MISSING[proof].field);
      return;
    }
    try {
      await onProof(typed);
    } catch (failure) {
      noteSignedOut(failure);
      toastFailure(failed, failure);
      if (failure instanceof ApiError && failure.code === WRONG[proof]) refuse(refusalText(failure));
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
        <Button variant="quiet" onClick={onKeep}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
