import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import * as auth from "#api/generated/calls/auth.ts";
import type { Login } from "#api/generated/auth.ts";
import { ApiError } from "#api/http.ts";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { broadcastSession, onSessionBroadcast } from "#auth/session-broadcast.ts";
import { CodeForm } from "./code-form.tsx";
import { loginAreas, type LoginConfig } from "#auth/login-config.ts";
import { LoginLayout } from "./login-layout.tsx";
import { LoginForm } from "./login-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { nextPath } from "./next-path.ts";
import {
  clearQueries,
  isSignedOutNow,
  queryClient,
  refetchSession,
  sessionQuery,
} from "#auth/query-client.ts";
import { loginNotKept, refusalText, toastError, toastFailure, toastSuccess } from "#auth/toasts.ts";
import { ResetForm } from "./reset-form.tsx";
import { RecoveryCodesStep, SetUpStep } from "./totp-steps.tsx";
import { useOneTimeLink } from "./use-one-time-link.ts";
import { isServerPage } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useStepFocus } from "#auth/auth-form.tsx";

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
      if (isSignedOutNow()) toastError(loginNotKept());
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
        <RecoveryCodesStep codes={codes} onKept={() => void refetchSession().then(() => setCodes(null))} />
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
