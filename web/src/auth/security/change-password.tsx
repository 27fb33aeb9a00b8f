import { useRef, useState } from "react";
import * as auth from "#api/generated/calls/auth.ts";
import type { NewPassword } from "#api/generated/auth.ts";
import { ApiError } from "#api/http.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { focusField } from "#lib/use-form.ts";
import { broadcastSession } from "#auth/session-broadcast.ts";
import { loginAreas } from "#auth/login-config.ts";
import { errorText, passwordError } from "#auth/password-rules.ts";
import { noteSignedOut, queryClient, sessionsQuery } from "#auth/query-client.ts";
import { refusalText, toastError, toastFailure, toastSuccess } from "#auth/toasts.ts";
import { useBusy } from "#lib/use-busy.ts";
import { useSession } from "#auth/use-session.ts";

const EMPTY = { current: "", password: "", repeat: "" };
const FIELDS = [
  { name: "current", label: "Current password", autoComplete: "current-password" },
  { name: "password", label: "New password", autoComplete: "new-password" },
  { name: "repeat", label: "Repeat new password", autoComplete: "new-password" },
] as const;

/** A new password for the account; every other browser is signed out with it. */
export function ChangePassword() {
  const { area, email } = useSession();
  const { minLength } = loginAreas[area];
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<keyof typeof EMPTY, string | undefined>>>({});
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);

  const refuse = (name: keyof typeof EMPTY, why: string | undefined) => {
    setErrors({ [name]: why });
    focusField(form.current, name);
  };

  const submit = () => {
    setErrors({});
    if (values.current === "") {
      toastError(["Password required", "Please enter your current password."]);
      refuse("current", "Enter your current password");
      return;
    }
    const fault = passwordError(minLength, texts(minLength), values.password, values.repeat);
    if (fault) {
      toastError(fault.texts);
      refuse(fault.field, errorText(fault));
      return;
    }
    run(async () => {
      const { current, password } = values;
      try {
        await auth.passwordSet({ current, password } satisfies NewPassword);
        setValues(EMPTY);
        broadcastSession();
        toastSuccess(["Password changed", "All your other browsers have been signed out."]);
        await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      } catch (error) {
        toastFailure("Failed to change password", error);
        noteSignedOut(error);
        if (!(error instanceof ApiError)) return;
        if (error.code === "wrong_current_password") refuse("current", refusalText(error));
        else refuse("password", error.fields.password);
      }
    });
  };

  return (
    <Card title="Password">
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {/* Tells password managers which account the password is for. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {FIELDS.map(({ name, ...field }) => (
          <PasswordField
            key={name}
            name={name}
            required
            {...field}
            {...(name === "password"
              ? { hint: `At least ${minLength} characters, and not easy to guess` }
              : {})}
            value={values[name]}
            error={errors[name]}
            onChange={(text) => setValues({ ...values, [name]: text })}
          />
        ))}
        <Button type="submit" variant="outlined" aria-disabled={busy} className="self-start">
          {busy ? "Saving" : "Change password"}
        </Button>
      </form>
    </Card>
  );
}

const texts = (minLength: number) =>
  ({
    differ: ["Passwords don't match", "Please make sure both passwords are the same."],
    short: ["Password too short", `Password must be at least ${minLength} characters long.`],
  }) as const;
