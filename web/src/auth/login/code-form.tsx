import { useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { AuthForm } from "#auth/auth-form.tsx";
import { focusField } from "#lib/use-form.ts";
import { toastError } from "#auth/toasts.ts";
import { useBusy } from "#lib/use-busy.ts";

type Props = {
  email: string;
  /** Resolves with the field's error if the code was refused. */
  onCode: (code: string) => Promise<string | undefined>;
  onBack: () => void;
};

/** The second step of a login, for accounts with a second factor. */
export function CodeForm({ email, onCode, onBack }: Props) {
  const [code, setCode] = useState("");
  const [recovery, setRecovery] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const [busy, run] = useBusy();

  const submit = () =>
    run(async () => {
      const blank = code.trim() === "";
      if (blank) toastError(["Code required", "Please enter the code."]);
      const wrong = blank ? "Enter the code" : await onCode(code.trim());
      setError(wrong);
      if (wrong) focusField(form.current, "code");
    });

  return (
    <AuthForm
      ref={form}
      title={recovery ? "Enter a recovery code" : "Enter your code"}
      lead={
        <p>
          {recovery
            ? "Use one of the codes you saved when you set up two-step verification. Each works once."
            : "Open your authenticator app and type the six digits it shows."}{" "}
          You are signing in as <b className="wrap-anywhere text-ink">{email}</b>.
        </p>
      }
      onSubmit={submit}
    >
      <TextField
        key={String(recovery)}
        label={recovery ? "Recovery code" : "Code"}
        name="code"
        autoComplete="one-time-code"
        inputMode={recovery ? "text" : "numeric"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={code}
        error={error}
        onChange={setCode}
      />
      <Button type="submit" aria-disabled={busy} className="min-h-14 text-lg">
        {busy ? "Signing in" : "Login"}
      </Button>
      <div className="flex flex-wrap justify-center gap-x-2">
        <Button
          variant="quiet"
          onClick={() => {
            setRecovery(!recovery);
            setError(undefined);
          }}
        >
          {recovery ? "Use the app's code" : "Use a recovery code"}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </AuthForm>
  );
}
