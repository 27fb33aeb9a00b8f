import { useState } from "react";
import facts from "../../../api/generated/facts.json";
import type { Dashboard } from "../../../api/generated/Dashboard.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { useCancelPlan } from "./use-cancellation.ts";

const reminders = facts.reminderDays.map((days) => (days === 1 ? "1 day" : `${days} days`)).join(" and ");

/** The way out, where there is a plan to leave. */
export function CancelCard({ dashboard: { client, access_ends_at } }: { dashboard: Dashboard }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useCancelPlan(client.id);
  if (!client.counts_credits || access_ends_at !== null) return null;
  const close = () => setAsking(false);
  return (
    <Card title="Cancel">
      <p className="max-w-[48ch] text-[0.9375rem] text-muted">
        There is no commitment. Everything stays as it is for {facts.daysAfterCancellation} more days, and
        until then you can change your mind.
      </p>
      <Button variant="outlined" className="mt-4" onClick={() => setAsking(true)}>
        Cancel plan
      </Button>
      {asking && (
        <ConfirmDialog
          title="Cancel your plan?"
          confirm="Cancel plan"
          cancelLabel="Keep my plan"
          busy={isPending}
          onConfirm={() => mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p>
            Your record page and this portal work for {facts.daysAfterCancellation} more days. Then all videos
            are deleted, with the names, addresses and consents of your customers; also in a drive of your own
            that we put them into.
          </p>
          <p className="mt-3 text-muted">
            We remind you {reminders} before. Until then you can change your mind.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
