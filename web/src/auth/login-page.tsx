import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { auth } from "../api/portal-endpoints.ts";
import type { Login } from "../api/generated/Login.ts";
import type { SignedIn } from "../api/generated/SignedIn.ts";
import { ApiError, call } from "../api/http.ts";
import { prepareToastsSoon } from "../ui/toast.ts";
import { useTitle } from "../ui/use-title.ts";
import { hearOtherTabs, tellOtherTabs } from "./auth-news.ts";
import { CodeForm } from "./code-form.tsx";
import type { Door } from "./door.ts";
import { DoorPage } from "./door-page.tsx";
import { doors } from "./doors.ts";
import { GoOn } from "./go-on.tsx";
import { LinkProblem, Opening } from "./link-steps.tsx";
import { LoginForm } from "./login-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { nextAddress } from "./next-address.ts";
import { askSessionAgain, forgetAnswers, queryClient, sessionQuery } from "./query-client.ts";
import { refusalText } from "./refusal-text.ts";
import { ResetForm } from "./reset-form.tsx";
import { sayDone, sayFailed, sayWrong } from "./say.ts";
import { RecoveryCodesStep, SetUpStep } from "./set-up-steps.tsx";
import { useOneTimeLink } from "./use-one-time-link.ts";

/** A login page: whichever step its visitor is at, from the first visit to the way in. */
export function LoginPage({ door }: { door: Door }) {
  useTitle(door.name);
  useEffect(prepareToastsSoon, []);
  useEffect(hearOtherTabs, []);
  useEffect(forgetAnswers, []);
  const { data: session, isPending } = useQuery({ ...sessionQuery, retry: false }, queryClient);
  const link = useOneTimeLink();
  const next = nextAddress(useSearchParams()[0].get("next"));
  const [step, setStep] = useState<"login" | "code" | "reset">("login");
  const [typed, setTyped] = useState({ email: "", password: "" });
  const [codes, setCodes] = useState<string[] | null>(null);

  /** Answers what to say at the field of the code. */
  const signIn = async (code?: string): Promise<string | undefined> => {
    try {
      const login: Login = { area: door.area, ...typed, ...(code ? { code } : {}) };
      const { kind } = await call<SignedIn>("POST", auth.login, login);
      forgetAnswers();
      tellOtherTabs();
      if (kind === "full") sayDone(["Welcome back!"]);
      await askSessionAgain();
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : "";
      if (refused === "totp_required") setStep("code");
      else if (refused === "no_role" && door.login.noRole) sayWrong(door.login.noRole);
      else sayFailed(door.login.failed, error);
      if (refused === "wrong_credentials") setStep("login");
      if (refused === "totp_wrong") return refusalText(error);
    }
    return undefined;
  };

  const passwordSet = async () => {
    setTyped({ email: session?.email ?? "", password: "" });
    setStep("login");
    await askSessionAgain();
  };

  if (codes) {
    return (
      <DoorPage door={door}>
        <RecoveryCodesStep codes={codes} onKept={() => void askSessionAgain().then(() => setCodes(null))} />
      </DoorPage>
    );
  }
  if (session?.kind === "full" && session.area === door.area && link.state === "none") {
    return <GoOn to={next ?? doors[door.area].home} />;
  }
  if (session && session.kind !== "full" && session.area !== door.area) {
    return <Navigate replace to={doors[session.area].login} />;
  }

  const body = () => {
    if (link.state === "opening" || isPending) return <Opening link={link.state === "opening"} />;
    if (link.state === "unreached") return <LinkProblem onRetry={link.retry} />;
    if (session?.kind === "set_password") {
      const ended = () => {
        setTyped({ email: session.email, password: "" });
        setStep("reset");
        void askSessionAgain();
      };
      return <NewPasswordForm door={door} session={session} onSet={passwordSet} onEnded={ended} />;
    }
    if (session?.kind === "set_up_totp") return <SetUpStep onCodes={setCodes} />;
    if (step === "reset" || link.state === "over") {
      return (
        <ResetForm
          door={door}
          email={typed.email}
          linkIsOver={link.state === "over"}
          onEmail={(email) => setTyped({ ...typed, email })}
          onBack={() => {
            link.letGo();
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
        door={door}
        elsewhere={session ? session.email : null}
        typed={typed}
        onTyped={setTyped}
        onSignIn={async () => void (await signIn())}
        onForgot={() => setStep("reset")}
      />
    );
  };
  return <DoorPage door={door}>{body()}</DoorPage>;
}
