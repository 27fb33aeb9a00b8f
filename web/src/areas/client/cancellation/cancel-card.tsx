import { CalendarX } from "lucide-react";
import { useState } from "react";
import facts from "#api/generated/facts.json";
import type { Billing } from "#api/generated/billing.ts";
import type { Dashboard } from "#api/generated/client.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { formatDate } from "#lib/format.ts";
import { useBilling } from "#areas/client/billing/use-billing.ts";
import { ownDriveWords } from "./own-drive-words.ts";
import { useCancelPlan } from "./use-cancellation.ts";

const reminders = facts.reminderDays.map((days) => (days === 1 ? "1 day" : `${days} days`)).join(" and ");

/** Consequences of cancelling: a started month runs to its end. Without a payment no videos are accepted. */
function remainingAccess(
  billing: Billing | undefined,
  isSuspended: boolean,
): { plan: string; question: string } {
  const portal = isSuspended
    ? "Your page isn't accepting videos; this portal works"
    : "Your record page and this portal work";
  const days = `${facts.daysAfterCancellation} more days`;
  const end = billing?.subscription?.paid_until;
  if (billing?.subscription && billing.state !== "active") {
    const record =
      billing.state === "grace" && billing.until !== null && !isSuspended
        ? `Your record page accepts videos until ${formatDate(billing.until)}`
        : "Your page isn't accepting videos";
    return {
      plan: `Your videos are kept for ${days}.`,
      question: `We charge your card nothing more and do not retry the failed payment. ${record}; this portal works for ${days}.`,
    };
  }
  if (!end || billing?.subscription?.is_due) {
    const nothing = end
      ? "We do not charge the month that has just begun, and we charge your card nothing more. "
      : "";
    return {
      plan: `Everything stays as it is for ${days}.`,
      question: `${nothing}${portal} for ${days}.`,
    };
  }
  const date = formatDate(end);
  const after = `for ${facts.daysAfterCancellation} days after that`;
  return {
    plan: `Everything stays as it is until ${date}${billing?.subscription?.is_paid ? ", which is paid for," : ""} and ${after}.`,
    question: `We charge your card nothing more. ${portal} until ${date}, and ${after}.`,
  };
}

/** Cancels the plan, if there is one. */
export function CancelCard({ dashboard: { client, access_ends_at, admin_view } }: { dashboard: Dashboard }) {
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending } = useCancelPlan(client.id);
  const billing = useBilling(client.id).data;
  const { plan, question } = remainingAccess(billing, client.status === "suspended");
  if (!client.counts_credits || access_ends_at !== null) return null;
  const close = () => setConfirming(false);
  return (
    <Card title="Cancel">
      {/* The button is beside the text on wide cards. */}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <p className="max-w-[75ch] flex-[1_1_18rem] text-[0.9375rem] text-muted">
          There is no commitment. {plan} You can change your mind within that time.
        </p>
        <Button variant="outlined" onClick={() => setConfirming(true)}>
          Cancel plan
        </Button>
      </div>
      {confirming && (
        <ConfirmDialog
          title="Cancel your plan?"
          icon={CalendarX}
          verb="Cancel plan"
          cancelLabel="Keep my plan"
          busy={isPending}
          onConfirm={() => mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p>
            {question} We then delete all videos and your customers' details{ownDriveWords(client)}.
          </p>
          {admin_view && (
            <p className="mt-3">
              A partner who referred this client earns for the months that were paid, and nothing after that.
            </p>
          )}
          {billing?.unanswered && (
            <p className="mt-3">
              The plan bought with your address on {formatDate(billing.unanswered.bought_at)}, which belongs
              to no business yet, ends too, and its payment goes back to the card.
            </p>
          )}
          <p className="mt-3 text-muted">
            We remind you {reminders} before. Until then you can change your mind.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
