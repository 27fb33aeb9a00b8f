import { useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { AuthForm, focusField } from "./auth-form.tsx";
import type { Door } from "./door.ts";
import { EmailField } from "./email-field.tsx";
import { sayWrong } from "./say.ts";
import { useBusy } from "./use-busy.ts";

export type Typed = { email: string; password: string };

type Props = {
  door: Door;
  /** Who is signed in at another door of this browser. */
  elsewhere: string | null;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  onSignIn: () => Promise<void>;
  onForgot: () => void;
};

/** Address and password. What is typed belongs to the page, so that no step and no failure loses it. */
export function LoginForm({ door, elsewhere, typed, onTyped, onSignIn, onForgot }: Props) {
  const [asked, setAsked] = useState(false);
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);
  const blank = { email: typed.email.trim() === "", password: typed.password === "" };

  const submit = () => {
    setAsked(true);
    if (blank.email || blank.password) {
      sayWrong([door.login.failed, "Please enter your email and your password."]);
      focusField(form.current, blank.email ? "email" : "password");
      return;
    }
    run(onSignIn);
  };

  return (
    <AuthForm
      ref={form}
      title={door.name}
      lead={elsewhere && `You are signed in elsewhere as ${elsewhere}. Signing in here ends that.`}
      onSubmit={submit}
    >
      <EmailField
        value={typed.email}
        error={asked && blank.email ? "Enter your email" : undefined}
        onText={(email) => onTyped({ ...typed, email })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={typed.password}
        error={asked && blank.password ? "Enter your password" : undefined}
        onText={(password) => onTyped({ ...typed, password })}
      />
      <Button type="submit" aria-disabled={busy} className="min-h-14 text-lg">
        {busy ? "Signing in" : "Login"}
      </Button>
      <Button look="quiet" onClick={onForgot}>
        Forgot password?
      </Button>
    </AuthForm>
  );
}
