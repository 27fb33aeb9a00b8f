import { ShieldOff, Smartphone } from "lucide-react";
import { useState } from "react";
import { auth } from "../../api/portal-endpoints.ts";
import type { TotpBegin } from "../../api/generated/TotpBegin.ts";
import type { TotpCode } from "../../api/generated/TotpCode.ts";
import type { TotpSecret } from "../../api/generated/TotpSecret.ts";
import { call } from "../../api/http.ts";
import { Button } from "../../ui/button.tsx";
import { sayDone } from "../say.ts";
import { TotpSetup } from "../totp-setup.tsx";
import { ProofPrompt } from "./proof-prompt.tsx";

type Props = {
  /** The product insists on a second factor for this account. */
  kept: boolean;
  onCodes: (codes: string[]) => void;
  onOff: () => Promise<void>;
};

/** For whoever has a second factor: another phone, or none any more. */
export function ChangeFactor({ kept, onCodes, onOff }: Props) {
  const [wish, setWish] = useState<"phone" | "off" | null>(null);
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const leave = () => setWish(null);

  const another = async (code: string) =>
    setSecret(await call<TotpSecret>("POST", auth.totp, { code } satisfies TotpBegin));

  const switchOff = async (code: string) => {
    await call("DELETE", auth.totp, { code } satisfies TotpCode);
    sayDone(["Second factor switched off", "Your password alone opens your account now."]);
    await onOff();
  };

  if (secret) return <TotpSetup look="outlined" secret={secret} onCodes={onCodes} />;
  if (wish === "phone") {
    return (
      <ProofPrompt
        proof="code"
        look="outlined"
        action="Go on"
        failed="Failed to set up the second factor"
        onProof={another}
        onKeep={leave}
      />
    );
  }
  if (wish === "off") {
    return (
      <ProofPrompt
        proof="code"
        look="danger"
        action={<OffLabel />}
        failed="Failed to switch it off"
        onProof={switchOff}
        onKeep={leave}
      />
    );
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button look="outlined" onClick={() => setWish("phone")}>
          <Smartphone className="size-5" aria-hidden="true" />
          Move to another phone
        </Button>
        {!kept && (
          <Button look="danger" onClick={() => setWish("off")}>
            <OffLabel />
          </Button>
        )}
      </div>
      {kept && <p className="mt-3 text-[0.9375rem] text-muted">Your account has to keep it.</p>}
    </>
  );
}

function OffLabel() {
  return (
    <>
      <ShieldOff className="size-5" aria-hidden="true" />
      Switch off
    </>
  );
}
