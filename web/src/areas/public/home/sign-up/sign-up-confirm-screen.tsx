import titles from "#api/generated/titles.json";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { signUpConfirm } from "#api/generated/calls/public.ts";
import { ApiError } from "#api/http.ts";
import { routes } from "#paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { useTitle } from "#lib/use-title.ts";
import { anchors } from "#areas/public/home/anchors.ts";

type State = "asking" | "sending" | "done" | "unreached" | "invalid" | "expired";

const signUpAgain = (
  <a href={`${routes.home}#${anchors.signUp}`} className={buttonClass("signal", "px-8")}>
    Sign up again
  </a>
);

/** Target of the link in the confirmation email. Requires a click, because mail scanners open links too. */
export default function SignUpConfirmScreen() {
  useTitle(titles.signUpConfirm);
  // In the fragment, which reaches no server and no log.
  const token = useLocation().hash.slice(1);
  const [state, setState] = useState<State>(token ? "asking" : "invalid");

  const confirm = async () => {
    if (!token || state === "sending") return;
    setState("sending");
    try {
      await signUpConfirm({ token });
      setState("done");
    } catch (error) {
      setState(stateAfter(error));
    }
  };

  if (state === "done") {
    return (
      <Step title="You are on the list">
        <p className="text-muted">
          Thank you. Your place on the pre-launch list is confirmed. You need to do nothing else for now.
        </p>
        <Link to={routes.home} className={buttonClass("outlined", "px-8")}>
          Back to the home page
        </Link>
      </Step>
    );
  }
  if (state === "invalid") {
    return (
      <Step title="This link is incomplete">
        <p className="text-muted">
          Open it from the email again, or copy the whole link into the address bar. If that does not help,
          sign up again.
        </p>
        {signUpAgain}
      </Step>
    );
  }
  if (state === "expired") {
    return (
      <Step title="This link has expired">
        <p className="text-muted">Sign up again, and we send you a new one within a minute.</p>
        {signUpAgain}
      </Step>
    );
  }
  return (
    <Step title="One tap to go">
      <p className="text-muted">
        Confirm that this is your email address to join the list for the pre-launch discount.
      </p>
      <Button
        aria-disabled={state === "sending"}
        onClick={() => void confirm()}
        className="min-h-14 w-full max-w-xs text-lg"
      >
        {state === "sending" ? "Confirming..." : "Confirm my email"}
      </Button>
      <p role="alert" className="min-h-12 font-medium text-danger">
        {state === "unreached" &&
          "That did not go through. Check your connection and press the button again."}
      </p>
    </Step>
  );
}

function stateAfter(error: unknown): State {
  if (!(error instanceof ApiError)) return "unreached";
  if (error.code === "link_expired") return "expired";
  // 404: the sign-up was deleted.
  return error.code === "link_invalid" || error.status === 404 ? "invalid" : "unreached";
}

/** Each state has its own heading, so that screen readers announce the change. */
function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div aria-live="polite">
      <Notice key={title} title={title}>
        {children}
      </Notice>
    </div>
  );
}
