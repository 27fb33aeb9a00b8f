import { useRef, useState } from "react";
import { auth } from "../api/portal-endpoints.ts";
import type { NewPassword } from "../api/generated/NewPassword.ts";
import type { PasswordSet } from "../api/generated/PasswordSet.ts";
import type { Session } from "../api/generated/Session.ts";
import { ApiError, call } from "../api/http.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { AuthForm, focusField } from "./auth-form.tsx";
import type { Door } from "./door.ts";
import { doors } from "./doors.ts";
import { faultText, passwordFault } from "./new-password.ts";
import { sayDone, sayFailed, sayWrong } from "./say.ts";
import { useBusy } from "./use-busy.ts";

type Props = { door: Door; session: Session; onSet: () => Promise<void>; onEnded: () => void };

/** Sets a password in the session that a one-time link opened. The session ends with it. */
export function NewPasswordForm({ door, session, onSet, onEnded }: Props) {
  const { shortest } = doors[door.area];
  const words = door.password;
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [errors, setErrors] = useState<{ password?: string | undefined; repeat?: string | undefined }>({});
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);

  const submit = () => {
    const fault = passwordFault(shortest, words, password, repeat);
    setErrors(fault ? { [fault.field]: faultText(fault) } : {});
    if (fault) {
      sayWrong(fault.words);
      focusField(form.current, fault.field);
      return;
    }
    run(async () => {
      try {
        await call<PasswordSet>("POST", auth.password, { password } satisfies NewPassword);
        sayDone(words.set);
        await onSet();
      } catch (error) {
        sayFailed(words.failed, error);
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
          For <b className="wrap-anywhere text-ink">{session.email}</b>. This page stays open for 15 minutes.
        </p>
      }
      onSubmit={submit}
    >
      {/* For password managers: which account the password is for. */}
      <input type="email" name="email" autoComplete="username" value={session.email} readOnly hidden />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        minLength={shortest}
        required
        hint={`At least ${shortest} characters`}
        value={password}
        error={errors.password}
        onText={setPassword}
      />
      <PasswordField
        label="Repeat password"
        name="repeat"
        autoComplete="new-password"
        required
        value={repeat}
        error={errors.repeat}
        onText={setRepeat}
      />
      <Button type="submit" aria-disabled={busy} className="min-h-14 text-lg">
        {busy ? "Saving" : "Set password"}
      </Button>
    </AuthForm>
  );
}
