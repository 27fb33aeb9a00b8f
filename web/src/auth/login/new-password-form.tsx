import { lifetimes } from "#api/generated/rules.json";
import { useRef, useState } from "react";
import * as auth from "#api/generated/calls/auth.ts";
import type { NewPassword, Session } from "#api/generated/auth.ts";
import { ApiError } from "#api/http.ts";
import { Button } from "#ui/button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { AuthForm } from "#auth/auth-form.tsx";
import { focusField } from "#lib/use-form.ts";
import { loginAreas, type LoginConfig } from "#auth/login-config.ts";
import { errorText, passwordError } from "#auth/password-rules.ts";
import { toastError, toastFailure, toastSuccess } from "#auth/toasts.ts";
import { useBusy } from "#lib/use-busy.ts";

type Props = { config: LoginConfig; session: Session; onSet: () => Promise<void>; onEnded: () => void };

/** Sets a password in the session that a one-time link opened. The session ends with it. */
export function NewPasswordForm({ config, session, onSet, onEnded }: Props) {
  const { minLength } = loginAreas[config.area];
  const texts = config.password;
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [errors, setErrors] = useState<{ password?: string | undefined; repeat?: string | undefined }>({});
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);

  const submit = () => {
    const fault = passwordError(minLength, texts, password, repeat);
    setErrors(fault ? { [fault.field]: errorText(fault) } : {});
    if (fault) {
      toastError(fault.texts);
      focusField(form.current, fault.field);
      return;
    }
    run(async () => {
      try {
        await auth.passwordSet({ password } satisfies NewPassword);
        toastSuccess(texts.set);
        await onSet();
      } catch (error) {
        toastFailure(texts.failed, error);
        if (!(error instanceof ApiError)) return;
        setErrors({ password: error.fields.password });
        focusField(form.current, "password");
        if (error.code === "signed_out") onEnded();
      }
    });
  };

  return (
    <AuthForm
      ref={form}
      title={session.password_setup_pending ? "Choose your password" : "Set a new password"}
      lead={
        <p>
          For <b className="wrap-anywhere text-ink">{session.email}</b>. This page stays open for{" "}
          {lifetimes.stepSession}.
        </p>
      }
      onSubmit={submit}
    >
      {/* Tells password managers which account the password is for. */}
      <input type="email" name="email" autoComplete="username" value={session.email} readOnly hidden />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        minLength={minLength}
        required
        hint={`At least ${minLength} characters, and not easy to guess`}
        value={password}
        error={errors.password}
        onChange={setPassword}
      />
      <PasswordField
        label="Repeat password"
        name="repeat"
        autoComplete="new-password"
        required
        value={repeat}
        error={errors.repeat}
        onChange={setRepeat}
      />
      <Button type="submit" aria-disabled={busy} className="min-h-14 text-lg">
        {busy ? "Saving" : "Set password"}
      </Button>
    </AuthForm>
  );
}
