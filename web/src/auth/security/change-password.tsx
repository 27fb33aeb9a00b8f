import { useRef, useState } from "react";
import { auth } from "../../api/portal-endpoints.ts";
import type { NewPassword } from "../../api/generated/NewPassword.ts";
import type { PasswordSet } from "../../api/generated/PasswordSet.ts";
import { ApiError, call } from "../../api/http.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { focusField } from "../auth-form.tsx";
import { tellOtherTabs } from "../auth-news.ts";
import { doors } from "../doors.ts";
import { faultText, passwordFault } from "../new-password.ts";
import { noticeEnd, queryClient } from "../query-client.ts";
import { refusalText } from "../refusal-text.ts";
import { sayDone, sayFailed, sayWrong } from "../say.ts";
import { useBusy } from "../use-busy.ts";
import { useSession } from "../use-session.ts";
import { sessionsQuery } from "./sessions-query.ts";

const EMPTY = { current: "", password: "", repeat: "" };
const FIELDS = [
  { name: "current", label: "Current password", autoComplete: "current-password" },
  { name: "password", label: "New password", autoComplete: "new-password" },
  { name: "repeat", label: "Repeat new password", autoComplete: "new-password" },
] as const;

/** A new password for the account; every other browser is signed out with it. */
export function ChangePassword() {
  const { area, email } = useSession();
  const { shortest } = doors[area];
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
      sayWrong(["Password required", "Please enter your current password."]);
      refuse("current", "Enter your current password");
      return;
    }
    const fault = passwordFault(shortest, words(shortest), values.password, values.repeat);
    if (fault) {
      sayWrong(fault.words);
      refuse(fault.field, faultText(fault));
      return;
    }
    run(async () => {
      const { current, password } = values;
      try {
        await call<PasswordSet>("POST", auth.password, { current, password } satisfies NewPassword);
        setValues(EMPTY);
        tellOtherTabs();
        sayDone(["Password changed", "Every other browser has been signed out."]);
        await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      } catch (error) {
        sayFailed("Failed to change password", error);
        noticeEnd(error);
        if (!(error instanceof ApiError)) return;
        if (error.code === "wrong_current") refuse("current", refusalText(error));
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
        {/* For password managers: which account the password is for. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {FIELDS.map(({ name, ...field }) => (
          <PasswordField
            key={name}
            name={name}
            required
            {...field}
            {...(name === "password" ? { hint: `At least ${shortest} characters` } : {})}
            value={values[name]}
            error={errors[name]}
            onText={(text) => setValues({ ...values, [name]: text })}
          />
        ))}
        <Button type="submit" look="outlined" aria-disabled={busy} className="self-start">
          {busy ? "Saving" : "Change password"}
        </Button>
      </form>
    </Card>
  );
}

const words = (shortest: number) =>
  ({
    differ: ["Passwords don't match", "Please make sure both passwords are the same."],
    short: ["Password too short", `Password must be at least ${shortest} characters long.`],
  }) as const;
