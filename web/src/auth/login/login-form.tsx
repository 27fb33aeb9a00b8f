import { useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { AuthForm } from "#auth/auth-form.tsx";
import { focusField } from "#lib/use-form.ts";
import type { LoginConfig } from "#auth/login-config.ts";
import { EmailField } from "./email-field.tsx";
import { toastError } from "#auth/toasts.ts";
import { useBusy } from "#lib/use-busy.ts";

export type Typed = { email: string; password: string };

type Props = {
  config: LoginConfig;
  /** Account that is signed in to another area in this browser. */
  elsewhere: string | null;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  onSignIn: () => Promise<void>;
  onForgot: () => void;
};

/** Email and password. The page holds their values, so that no step and no failure loses them. */
export function LoginForm({ config, elsewhere, typed, onTyped, onSignIn, onForgot }: Props) {
  const [asked, setAsked] = useState(false);
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);
  const blank = { email: typed.email.trim() === "", password: typed.password === "" };

  const submit = () => {
    setAsked(true);
    if (blank.email || blank.password) {
      toastError([config.login.failed, "Please enter your email and your password."]);
      focusField(form.current, blank.email ? "email" : "password");
      return;
    }
    run(onSignIn);
  };

  return (
    <AuthForm
      ref={form}
      title={config.name}
      lead={elsewhere && `You are already signed in as ${elsewhere}. Signing in here signs you out there.`}
      onSubmit={submit}
    >
      <EmailField
        value={typed.email}
        error={asked && blank.email ? "Enter your email" : undefined}
        onChange={(email) => onTyped({ ...typed, email })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={typed.password}
        error={asked && blank.password ? "Enter your password" : undefined}
        onChange={(password) => onTyped({ ...typed, password })}
      />
      <Button type="submit" aria-disabled={busy} className="min-h-14 text-lg">
        {busy ? "Signing in" : "Login"}
      </Button>
      <Button variant="quiet" onClick={onForgot}>
        Forgot password?
      </Button>
    </AuthForm>
  );
}
