import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { askSessionAgain } from "../query-client.ts";
import { RecoveryCodes } from "../recovery-codes.tsx";
import { TotpSetup } from "../totp-setup.tsx";
import { useSession } from "../use-session.ts";
import { ChangeFactor } from "./change-factor.tsx";

/** The code beside the password: setting it up, its recovery codes, and switching it off. */
export function SecondFactor() {
  const { totp_enabled: on, totp_required: required } = useSession();
  const [codes, setCodes] = useState<string[] | null>(null);
  const shownOn = on || codes !== null;

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
        <ChangeFactor kept={required} onCodes={setCodes} onOff={askSessionAgain} />
      ) : (
        <TotpSetup look="outlined" onCodes={setCodes} />
      )}
    </Card>
  );
}
