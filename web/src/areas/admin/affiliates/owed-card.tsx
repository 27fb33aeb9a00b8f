import type { OwedPage, OwedLine } from "#api/generated/affiliate.ts";
import type { OwedStatus } from "#api/generated/enums.ts";
import facts from "#api/generated/partner-facts.json";
import { formatDate, formatIsoMonth, formatPence, formatPounds } from "#lib/format.ts";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { PayDialog } from "./payout-dialog.tsx";
import { useOwed } from "./use-payouts.ts";

/** Balances owed to partners for any month, each with the reason for the delay and a button to pay. */
export function OwedCard() {
  const list = useOwed();
  const [paying, setPaying] = useDialogSubject<OwedLine>();
  const page = list.firstPage;
  const failed = page?.failed_pence ?? 0;
  return (
    <Card title="Owed to partners" className="mb-5">
      {failed > 0 && (
        <p className="mb-4 border-l-2 border-warning pl-3 text-[0.9375rem]">
          {formatPounds(failed)} from failed or reversed payouts is also owed. Settle it under Payouts.
        </p>
      )}
      <AdminList
        list={list}
        subject="what is owed"
        nouns={["partner", "partners"]}
        label="Owed to partners"
        look="divided"
        empty={failed > 0 ? "Nothing else is owed." : "Nothing is owed."}
      >
        {(line) =>
          page && <OwedItem key={line.affiliate_id} line={line} page={page} onPay={() => setPaying(line)} />
        }
      </AdminList>
      {paying && page && (
        <PayDialog line={paying} month={page.payable_month} onClose={() => setPaying(null)} />
      )}
    </Card>
  );
}

/** Statuses in which a payout can be made, by transfer or by hand. */
const PAYABLE: ReadonlySet<OwedStatus> = new Set(["payable", "no_account", "account_not_ready"]);

const TONES: Record<OwedStatus, BadgeTone> = {
  payable: "success",
  no_account: "success",
  account_not_ready: "success",
  below_minimum: "outline",
  month_open: "outline",
  overpaid: "warning",
};

const LABELS: Record<OwedStatus, string> = {
  payable: "due",
  no_account: "due",
  account_not_ready: "due",
  below_minimum: "waits",
  month_open: "waits",
  overpaid: "overpaid",
};

const REASONS: Record<OwedStatus, (line: OwedLine, page: OwedPage) => string> = {
  payable: ({ transfer_to: account }) =>
    account === null ? "Pay by hand." : `A transfer reaches ${account}.`,
  no_account: () => "No Stripe account connected. Pay by hand.",
  account_not_ready: () => "Stripe needs more details from the partner. Pay by hand.",
  below_minimum: () => `Payouts begin at ${formatPence(facts.minPayoutPence)}.`,
  month_open: (_, { payable_month: month, next_payable_from: from }) =>
    `Earnings after ${formatIsoMonth(month.slice(0, 7))} are payable from ${formatDate(from)}.`,
  overpaid: () => "We paid too much. We set it against future commissions.",
};

type ItemProps = { line: OwedLine; page: OwedPage; onPay: () => void };

function OwedItem({ line, page, onPay }: ItemProps) {
  const { name, email, since, pending, total_due: due, status } = line;
  const canPay = PAYABLE.has(status);
  return (
    <li className="grid items-start gap-x-6 gap-y-1.5 py-3.5 text-[0.9375rem] leading-snug first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">{email}</p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
          <b className="font-semibold">{formatPounds(pending)}</b>
          <Badge tone={TONES[status]}>{LABELS[status]}</Badge>
          <span className="text-sm text-muted">since {formatIsoMonth(since.slice(0, 7))}</span>
        </p>
        <p className="mt-1 text-sm text-muted wrap-anywhere">
          {REASONS[status](line, page)}
          {canPay && due !== pending && ` ${formatPounds(pending - due)} of it is for later months.`}
        </p>
      </div>
      {canPay && (
        <Button
          variant="outlined"
          className="min-h-11 px-4 text-[0.9375rem] whitespace-nowrap"
          onClick={onPay}
        >
          Pay {formatPounds(due)}
          <span className="sr-only"> to {name}</span>
        </Button>
      )}
    </li>
  );
}
