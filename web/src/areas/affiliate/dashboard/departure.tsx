import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AffiliateDashboard } from "#api/generated/affiliate.ts";
import { daysAfterLeaving } from "#api/generated/partner-facts.json";
import * as affiliate from "#api/generated/calls/affiliate.ts";
import { isSignedOut } from "#auth/query-client.ts";
import { formatDate } from "#lib/format.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showToast } from "#ui/toasts/toast.ts";

/** Leaves the programme. */
export function LeaveCard() {
  const [asking, setAsking] = useState(false);
  useRestoreFocus(asking);
  const queries = useQueryClient();
  const close = () => setAsking(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => affiliate.departureLeave({}, { reason: "" }),
    onSuccess: () => showToast("success", "You have left the partner programme"),
    onError: (error) => {
      if (!isSignedOut(error)) void showToast("error", "You are still a partner", error.message);
    },
    onSettled: () => {
      close();
      return queries.invalidateQueries({ queryKey: ["affiliate"] });
    },
  });
  return (
    <Card title="Leave the programme">
      <p className="max-w-[60ch] text-[0.9375rem] text-muted">
        You can leave at any time. Your active clients count for {daysAfterLeaving} more days. We pay out
        everything you have earned by then as usual, and your statements stay here.
      </p>
      <Button variant="outlined" className="mt-4" onClick={() => setAsking(true)}>
        Leave the programme
      </Button>
      {asking && (
        <ConfirmDialog
          title="Leave the programme?"
          verb="Leave the programme"
          busyVerb="Leaving..."
          cancelLabel="Stay a partner"
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={close}
        >
          <p className="mt-3">
            Your promo code and your link stop working: they give nobody a discount and bring you no new
            clients. Clients who have the discount keep it. We can take you back within {daysAfterLeaving}{" "}
            days.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** A note for a partner who has left. */
export function LeftNote({ dashboard: { leftAt, earnsUntil } }: { dashboard: AffiliateDashboard }) {
  if (leftAt === null || earnsUntil === null) return null;
  return (
    <p className="rounded-card border border-hairline bg-surface px-5 py-4">
      <b>You left the programme on {formatDate(leftAt)}.</b> Your active, paying clients count until{" "}
      {formatDate(earnsUntil)}. Your statements stay here.
    </p>
  );
}
