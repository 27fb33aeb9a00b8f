import { useState } from "react";
import { auth } from "../../api/portal-endpoints.ts";
import type { TotpBegin } from "../../api/generated/TotpBegin.ts";
import type { TotpSecret } from "../../api/generated/TotpSecret.ts";
import { call } from "../../api/http.ts";
import { Button } from "../../ui/button.tsx";
import { TotpSetup } from "../totp-setup.tsx";
import { ProofPrompt } from "./proof-prompt.tsx";

/** For whoever has no second factor: the current password, then the set-up. */
export function BeginFactor({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<TotpSecret | null>(null);

  const begin = async (password: string) =>
    setSecret(await call<TotpSecret>("POST", auth.totp, { password } satisfies TotpBegin));

  if (secret) return <TotpSetup look="outlined" secret={secret} onCodes={onCodes} />;
  if (asking) {
    return (
      <ProofPrompt
        proof="password"
        look="outlined"
        action="Go on"
        failed="Failed to set up the second factor"
        onProof={begin}
        onKeep={() => setAsking(false)}
      />
    );
  }
  return (
    <Button look="outlined" onClick={() => setAsking(true)}>
      Set up now
    </Button>
  );
}
