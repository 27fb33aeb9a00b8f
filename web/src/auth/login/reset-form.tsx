import { useRef, useState } from "react";
import { ApiError } from "#api/http.ts";
import { Button } from "#ui/button.tsx";
import { AuthForm } from "#auth/auth-form.tsx";
import { focusField } from "#lib/use-form.ts";
import type { LoginConfig } from "#auth/login-config.ts";
import { EmailField } from "./email-field.tsx";
import { toastSuccess, toastFailure, toastError } from "#auth/toasts.ts";
import { useBusy } from "#lib/use-busy.ts";

type Props = {
  config: LoginConfig;
  email: string;
  /** The link that led here has expired. */
  linkIsOver: boolean;
  onEmail: (email: string) => void;
  onBack: () => void;
};

/** Requests a password reset link. Does not reveal whether the account exists. */
export function ResetForm({ config, email, linkIsOver, onEmail, onBack }: Props) {
  const [error, setError] = useState<string>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [busy, run] = useBusy();

  const submit = () => {
    if (email.trim() === "") {
      toastError(config.reset.blank);
      setError("Enter your email");
      focusField(form.current, "email");
      return;
    }
    run(async () => {
      setError(undefined);
      try {
        await config.reset.send(email.trim());
        setSentTo(email.trim());
        toastSuccess(config.reset.sent);
      } catch (failure) {
        if (failure instanceof ApiError) setError(failure.fields.email);
        focusField(form.current, "email");
        toastFailure(config.reset.failed, failure);
      }
    });
  };

  return (
    <AuthForm
      ref={form}
      title={linkIsOver ? "This link is no longer valid" : "Forgot your password?"}
      lead={
        linkIsOver
          ? "It has expired, or a password was set with it already. Log in, or ask for a new link here."
          : "Tell us your email. We send you a link to set a new one."
      }
      onSubmit={submit}
    >
      <EmailField value={email} error={error} onChange={onEmail} />
      {sentTo && (
        <output className="mb-2 rounded-control bg-sunken px-4 py-3 text-[0.9375rem] leading-snug">
          If <b className="wrap-anywhere">{sentTo}</b> has an account, a link is on its way. It works once,
          within the next hour. Look in your spam folder too.
        </output>
      )}
      <Button
        type="submit"
        aria-disabled={busy}
        variant={sentTo ? "outlined" : "signal"}
        className="min-h-14 text-lg"
      >
        {busy ? "Sending" : sentTo ? "Send it again" : "Send reset link"}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Back to login
      </Button>
    </AuthForm>
  );
}
