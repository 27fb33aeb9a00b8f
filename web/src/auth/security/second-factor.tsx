import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { tellOtherTabs } from "../auth-news.ts";
import { askSessionAgain, queryClient } from "../query-client.ts";
import { RecoveryCodes } from "../recovery-codes.tsx";
import { sayDone } from "../say.ts";
import { useSession } from "../use-session.ts";
import { BeginFactor } from "./begin-factor.tsx";
import { ChangeFactor } from "./change-factor.tsx";
import { sessionsQuery } from "./sessions-query.ts";

/** The code beside the password: setting it up, its recovery codes, and switching it off. */
export function SecondFactor() {
  const { totp_enabled: on, totp_required: required } = useSession();
  const [codes, setCodes] = useState<string[] | null>(null);
  const shownOn = on || codes !== null;

  const setUp = (made: string[]) => {
    setCodes(made);
    tellOtherTabs();
    sayDone(["Second factor switched on", "Every other browser has been signed out."]);
    void askSessionAgain();
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };

  return (
    <Card
      title="Second factor"
      aside={<Badge tone={shownOn ? "success" : "outline"}>{shownOn ? "On" : "Off"}</Badge>}
    >
      <p className="mb-4 text-[0.9375rem] leading-snug">
        {shownOn
          ? "Signing in takes your password and a code from your authenticator app."
          : "With a code from an authenticator app a stolen password alone opens nothing."}
      </p>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => void askSessionAgain().then(() => setCodes(null))} />
      ) : on ? (
        <ChangeFactor kept={required} onCodes={setUp} onOff={askSessionAgain} />
      ) : (
        <BeginFactor onCodes={setUp} />
      )}
    </Card>
  );
}
