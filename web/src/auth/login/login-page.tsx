import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode, useRef } from "react";
import { Navigate, useSearchParams, Link } from "react-router";
import * as auth from "#api/generated/calls/auth.ts";
import type { Login, TotpBegin, TotpSecret } from "#api/generated/auth.ts";
import { ApiError } from "#api/http.ts";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { broadcastSession, onSessionBroadcast } from "#auth/session-broadcast.ts";
import { loginAreas, type LoginConfig } from "#auth/login-config.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import { nextPath } from "./next-path.ts";
import {
  clearQueries,
  isSignedOutNow,
  queryClient,
  refetchSession,
  sessionQuery,
  markSignedOut,
} from "#auth/query-client.ts";
import { loginNotStored, refusalText, toastError, toastFailure, toastSuccess } from "#auth/toasts.ts";
import { ResetForm } from "./reset-form.tsx";
import { useOneTimeLink } from "./use-one-time-link.ts";
import { isServerPage, routes } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useStepFocus, AuthForm } from "#auth/auth-form.tsx";
import "./login.css";
import { Wordmark } from "#brand/mark.tsx";
import { RecoveryCodes } from "#auth/recovery-codes.tsx";
import { TotpSetup } from "#auth/totp-setup.tsx";
import { useBusy } from "#lib/use-busy.ts";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { focusField } from "#lib/use-form.ts";
import { EmailField } from "./email-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";

/** A login page: whichever step its visitor is at, from the first visit to the way in. */
export function LoginPage({ config }: { config: LoginConfig }) {
  useTitle(config.name);
  useEffect(prepareToastsSoon, []);
  useEffect(onSessionBroadcast, []);
  useEffect(clearQueries, []);
  const { data: session, isPending } = useQuery({ ...sessionQuery, retry: false }, queryClient);
  const link = useOneTimeLink();
  const next = nextPath(useSearchParams()[0].get("next"));
  const [step, setStep] = useState<"login" | "code" | "reset">("login");
  const [typed, setTyped] = useState({ email: "", password: "" });
  const [isFirstLogin, setFirstLogin] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);

  /** Resolves with the error for the code field. */
  const signIn = async (code?: string): Promise<string | undefined> => {
    try {
      const login: Login = { area: config.area, ...typed, ...(code ? { code } : {}) };
      const { kind } = await auth.login(login);
      clearQueries();
      broadcastSession();
      await refetchSession();
      if (isSignedOutNow()) toastError(loginNotStored());
      else if (kind === "full") toastSuccess([isFirstLogin ? "Welcome to Sayso!" : "Welcome back!"]);
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : "";
      if (refused === "totp_required") setStep("code");
      else if (refused === "no_role" && config.login.noRole) toastError(config.login.noRole);
      else toastFailure(config.login.failed, error);
      if (refused === "wrong_credentials") setStep("login");
      if (refused === "totp_wrong") return refusalText(error);
    }
    return undefined;
  };

  const passwordSet = async () => {
    setTyped({ email: session?.email ?? "", password: "" });
    setFirstLogin(session?.password_setup_pending === true);
    setStep("login");
    await refetchSession();
  };

  if (codes) {
    return (
      <LoginLayout config={config}>
        <RecoveryCodesStep codes={codes} onSaved={() => void refetchSession().then(() => setCodes(null))} />
      </LoginLayout>
    );
  }
  if (session?.kind === "full" && session.area === config.area && link.state === "none") {
    return <PostLoginRedirect to={next ?? loginAreas[config.area].home} />;
  }
  if (session && session.kind !== "full" && session.area !== config.area) {
    return <Navigate replace to={loginAreas[session.area].login} />;
  }

  const body = () => {
    if (link.state === "opening" || isPending) return <Opening link={link.state === "opening"} />;
    if (link.state === "unreached") return <LinkProblem onRetry={link.retry} />;
    if (session?.kind === "set_password") {
      const ended = () => {
        setTyped({ email: session.email, password: "" });
        setStep("reset");
        void refetchSession();
      };
      return <NewPasswordForm config={config} session={session} onSet={passwordSet} onEnded={ended} />;
    }
    if (session?.kind === "set_up_totp") return <SetUpStep onCodes={setCodes} />;
    if (step === "reset" || link.state === "over") {
      return (
        <ResetForm
          config={config}
          email={typed.email}
          linkIsOver={link.state === "over"}
          onEmail={(email) => setTyped({ ...typed, email })}
          onBack={() => {
            link.dismiss();
            setStep("login");
          }}
        />
      );
    }
    if (step === "code") {
      return <CodeForm email={typed.email} onCode={signIn} onBack={() => setStep("login")} />;
    }
    return (
      <LoginForm
        config={config}
        elsewhere={session ? session.email : null}
        typed={typed}
        onTyped={setTyped}
        onSignIn={async () => void (await signIn())}
        onForgot={() => setStep("reset")}
      />
    );
  };
  return <LoginLayout config={config}>{body()}</LoginLayout>;
}

/** Redirects to the page requested before the login: a screen of the app, or a page rendered by the server. */
function PostLoginRedirect({ to }: { to: string }) {
  const elsewhere = isServerPage(to);
  useEffect(() => {
    if (elsewhere) location.replace(to);
  }, [elsewhere, to]);
  return elsewhere ? null : <Navigate replace to={to} />;
}

/** Shown until the first step is known; as tall as the most likely form. */
function Opening({ link }: { link: boolean }) {
  return (
    <div className="grid min-h-92 place-items-center" aria-busy="true">
      <h1 className="sr-only">{link ? "Opening your link" : "Login"}</h1>
      {/* A question that is answered quickly needs no mark that flashes up. */}
      <div className={link ? "" : "animate-late"}>
        <Spinner label={link ? "Opening your link" : "One moment"} />
      </div>
    </div>
  );
}

/** The server could not be asked; the link may still be good. */
function LinkProblem({ onRetry }: { onRetry: () => void }) {
  const heading = useStepFocus();
  return (
    <div className="flex flex-col gap-3">
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        We cannot reach Sayso
      </h1>
      <p className="text-muted">Your connection may have dropped. Your link still works.</p>
      <Button onClick={onRetry} className="mt-3 min-h-14 text-lg">
        Try again
      </Button>
    </div>
  );
}

const quiet = "underline decoration-control underline-offset-4 hover:decoration-ink";

/** Frame of a login page: a greeting on the left, the form in the bubble. */
function LoginLayout({ config, children }: { config: LoginConfig; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-svh max-w-6xl flex-col px-5 sm:px-8">
      <header className="py-5">
        <Link
          to={routes.portal}
          aria-label="Sayso, all logins"
          className="inline-flex min-h-11 items-center rounded-lg no-underline"
        >
          <Wordmark />
        </Link>
      </header>
      <main className="grid flex-1 content-start gap-8 pb-10 sm:pt-6 lg:pt-[6vh] lg:grid-cols-[1fr_28rem] lg:items-center lg:gap-20">
        <div className="mx-auto w-full max-w-md max-lg:hidden lg:mx-0 lg:max-w-none">
          <p className="font-display text-[clamp(3.5rem,6.4vw,5.75rem)] leading-[0.95] font-extrabold tracking-[-0.045em] text-balance">
            {config.greeting}
          </p>
          <p className="mt-6 max-w-[34ch] text-xl leading-snug text-muted">{config.welcome}</p>
        </div>
        <div className="mx-auto w-full max-w-md lg:mx-0">
          <div className="speech-bubble login-bubble p-6 sm:p-8">{children}</div>
          <p className="mt-5 text-center text-[0.9375rem] text-muted">
            Looking for a different login?{" "}
            <Link to={routes.portal} className={`text-ink ${quiet}`}>
              See all logins
            </Link>
          </p>
        </div>
      </main>
    </div>
  );
}

/** Sets up a required second factor during login. */
function SetUpStep({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const heading = useStepFocus();
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [busy, run] = useBusy();

  /** The session was just created by the password and opens nothing else: it needs no further proof. */
  const begin = async () => {
    try {
      setSecret(await auth.totpBegin({} satisfies TotpBegin));
    } catch (failure) {
      markSignedOut(failure);
      toastFailure("Failed to set up two-step verification", failure);
    }
  };

  return (
    <div className="flex flex-col gap-5">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          Set up two-step verification
        </h1>
        <p className="mt-2 text-[0.9375rem] leading-snug text-muted">
          Your account needs more than a password: a code from an authenticator app on your phone. It takes a
          minute.
        </p>
      </div>
      {secret ? (
        <TotpSetup variant="signal" secret={secret} onCodes={onCodes} />
      ) : (
        <Button aria-disabled={busy} onClick={() => run(begin)}>
          Set up now
        </Button>
      )}
    </div>
  );
}

/** Shows the recovery codes before the login continues. */
function RecoveryCodesStep(props: { codes: string[]; onSaved: () => void }) {
  const heading = useStepFocus();
  return (
    <div className="flex flex-col gap-2">
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        Save your recovery codes
      </h1>
      <RecoveryCodes {...props} />
    </div>
  );
}

type Typed = { email: string; password: string };

type LoginFormProps = {
  config: LoginConfig;
  /** Account that is signed in to another area in this browser. */
  elsewhere: string | null;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  onSignIn: () => Promise<void>;
  onForgot: () => void;
};

/** Email and password. The page holds their values, so that no step and no failure loses them. */
function LoginForm({ config, elsewhere, typed, onTyped, onSignIn, onForgot }: LoginFormProps) {
  const [submitted, setSubmitted] = useState(false);
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);
  const blank = { email: typed.email.trim() === "", password: typed.password === "" };

  const submit = () => {
    setSubmitted(true);
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
        error={submitted && blank.email ? "Enter your email" : undefined}
        onChange={(email) => onTyped({ ...typed, email })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={typed.password}
        error={submitted && blank.password ? "Enter your password" : undefined}
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

type CodeFormProps = {
  email: string;
  /** Resolves with the field's error if the code was refused. */
  onCode: (code: string) => Promise<string | undefined>;
  onBack: () => void;
};

/** The second step of a login, for accounts with a second factor. */
function CodeForm({ email, onCode, onBack }: CodeFormProps) {
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
