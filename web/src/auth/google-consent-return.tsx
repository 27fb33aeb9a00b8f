import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import type { GoogleCode } from "#api/generated/drive.ts";
import { buttonClass } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { markSignedOut } from "./query-client.ts";
import { refusalText } from "./toasts.ts";

const CANCELLED = "Google was not given the permission. Nothing has changed.";
const INCOMPLETE = "Google’s answer was not complete. Please connect Google Drive again.";

export type ConsentAnswer = GoogleCode & { isDenied: boolean };

/** Parameters of Google's redirect, read once: they are removed from the URL immediately. */
export function useConsentAnswer(): ConsentAnswer {
  const [search] = useSearchParams();
  const [answer] = useState(search);
  return {
    code: answer.get("code") ?? "",
    state: answer.get("state") ?? "",
    isDenied: answer.get("error") === "access_denied",
  };
}

type Props = {
  answer: ConsentAnswer;
  /** Whether the OAuth state names its recipient. */
  isComplete: boolean;
  connect: (answer: GoogleCode) => Promise<void>;
  /** Target and label of the link onwards. */
  backTo: string;
  backLabel: string;
  loading: ReactNode;
};

/** Removes Google's answer from the URL and the history, connects, and continues; or shows the error. */
export function ConsentReturn({ answer, isComplete, connect, backTo, backLabel, loading }: Props) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { code, state, isDenied } = answer;
  const [refusal, setRefusal] = useState(() => {
    if (isDenied) return CANCELLED;
    return code && isComplete ? null : INCOMPLETE;
  });
  const begun = useRef(false);
  useEffect(() => {
    // A code is single-use.
    if (begun.current) return;
    begun.current = true;
    void navigate(pathname, { replace: true });
    if (refusal !== null) return;
    connect({ code, state }).then(
      () => void navigate(backTo, { replace: true }),
      (error: unknown) => {
        setRefusal(refusalText(error));
        markSignedOut(error);
      },
    );
  });
  if (refusal === null) return loading;
  return (
    <Notice title="Google Drive is not connected">
      <p className="text-lg text-muted">{refusal}</p>
      <Link to={backTo} className={buttonClass()}>
        {backLabel}
      </Link>
    </Notice>
  );
}
