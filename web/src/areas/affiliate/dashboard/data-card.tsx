import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import type { AffiliateDashboard, PartnerErasure } from "#api/generated/affiliate.ts";
import facts from "#api/generated/facts.json";
import { daysAfterLeaving } from "#api/generated/partner-facts.json";
import * as affiliate from "#api/generated/calls/affiliate.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { formatDate } from "#lib/format.ts";
import { isPartnershipOver } from "#lib/partnership.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { routes } from "#paths.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";

/** A partner’s data as a file, and its erasure. */
export function DataCard({ dashboard }: { dashboard: AffiliateDashboard }) {
  const [confirming, setConfirming] = useState(false);
  useRestoreFocus(confirming);
  const { earnsUntil } = dashboard;
  const isOver = isPartnershipOver(earnsUntil);
  return (
    <Card title="Your data">
      <p className="max-w-[60ch] text-[0.9375rem] text-muted">
        {isOver
          ? "Your partnership is over. You can erase your data, and apply again afterwards."
          : earnsUntil === null
            ? `You can erase your data ${daysAfterLeaving} days after you leave the programme.`
            : `You can erase your data from ${formatDate(earnsUntil)}.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink variant="outlined" href={affiliate.dataExportAddress({})} download>
          <Download className="size-5" aria-hidden="true" />
          Download my data
        </ButtonLink>
        {isOver && (
          <Button variant="danger" onClick={() => setConfirming(true)}>
            Erase my data
          </Button>
        )}
      </div>
      {confirming && <EraseDialog onClose={() => setConfirming(false)} />}
    </Card>
  );
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => affiliate.dataErase({}, { password, reason: "" } satisfies PartnerErasure),
    onSuccess: () => window.location.assign(routes.affiliateLogin),
    onError: toastUnlessSignedOut("Nothing was erased"),
  });
  return (
    <Dialog title="Erase your data?" alignsLeft onClose={onClose}>
      <p className="mt-3 text-[0.9375rem]">
        We delete your login, address, promo code and payout account at once, and cannot bring them back. You
        give up anything below the minimum payout. If we have ever paid you, tax law has us keep your name
        with the payouts for {facts.moneyYears} years after the last.
      </p>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && password !== "") mutate();
        }}
        className="mt-5 flex flex-col gap-2"
      >
        <PasswordField
          label="Your current password"
          name="current-password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <div className="mt-2 flex flex-col gap-3">
          <Button type="submit" variant="danger" disabled={isPending || password === ""}>
            {isPending ? "Erasing..." : "Erase my data"}
          </Button>
          <Button variant="outlined" onClick={() => form.current?.closest("dialog")?.close()}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
