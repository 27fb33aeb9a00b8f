import { useState } from "react";
import type { MonthlyCommission } from "#api/generated/affiliate.ts";
import facts from "#api/generated/partner-facts.json";
import { formatDate, formatIsoMonth, formatPounds } from "#lib/format.ts";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { PayDialog } from "./payout-dialog.tsx";
import { PAYOUT_STATUS, useCalculate, useCommissions, usePayOut } from "./use-payouts.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { addMonths, format, parseISO } from "date-fns";

const FULL = facts.bandClients;
const COLUMNS = [
  "Affiliate",
  `Tier 1 (1-${FULL})`,
  `Tier 1 (${FULL + 1}+)`,
  "Sponsored",
  "Adjustment",
  "Carried over",
  "Total Due (£)",
  "Status",
  "Actions",
];

/** Commissions of all partners for a month, and the amounts due. */
export function CommissionsCard() {
  const [chosen, setChosen] = useState("");
  const list = useCommissions(chosen);
  const [paying, setPaying] = useDialogSubject<MonthlyCommission>();
  const page = list.firstPage;
  const month = page?.month ?? "";
  // The requested month while it loads, so that prev and next continue from it.
  const selectedMonth = chosen === "" ? month : chosen;
  const { mutate, isPending } = useCalculate(selectedMonth);
  const pay = (line: MonthlyCommission) =>
    line.total_due <= 0 ? (
      <span className="text-sm text-muted">
        {line.total_due < 0 ? "set against later months" : "nothing to pay"}
      </span>
    ) : page?.isPayable ? (
      <PayNow key={line.affiliate_id} line={line} month={month} onAsk={() => setPaying(line)} />
    ) : (
      page && <span className="text-sm text-muted">from {formatDate(page.payableFrom)}</span>
    );
  return (
    <Card
      title={month === "" ? "Commissions" : `${formatIsoMonth(month.slice(0, 7))} Commissions`}
      aside={
        <Button variant="outlined" disabled={isPending || selectedMonth === ""} onClick={() => mutate()}>
          {isPending ? "Calculating..." : "Calculate Commissions"}
        </Button>
      }
      className="mb-5"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-[0.9375rem] text-muted">
        <div>
          {page?.asOf != null && <p>Snapshot of active referrals as of {formatDate(page.asOf)}</p>}
          {page && (
            <p>
              {page.isPayable
                ? `Payable since ${formatDate(page.payableFrom)}`
                : `Payable from ${formatDate(page.payableFrom)}, when the month is closed and clients’ payments have arrived`}
            </p>
          )}
        </div>
        {page && (
          <MonthChoice
            current={page.currentMonth}
            first={page.firstMonth ?? page.currentMonth}
            chosen={selectedMonth}
            onChoose={setChosen}
          />
        )}
      </div>
      <AdminList
        list={list}
        subject="the commissions"
        nouns={["affiliate", "affiliates"]}
        label="Commissions"
        look="divided"
        empty={
          page?.asOf == null
            ? 'No commissions calculated yet. Click "Calculate Commissions" to process this month.'
            : "Nobody had earned a commission for this month by then."
        }
        table={{
          minWidth: "80rem",
          render: (lines) => (
            <DataTable framed caption="Commissions" columns={COLUMNS}>
              {lines.map((line) => (
                <tr key={line.affiliate_id} className="[&>td]:tabular-nums">
                  <th scope="row" className="text-left wrap-anywhere">
                    <span className="block text-[0.9375rem] font-semibold">{line.name}</span>
                    <span className="block font-normal text-muted">{line.email}</span>
                  </th>
                  <td>{band(line.first_clients, line.first_amount)}</td>
                  <td>{band(line.second_clients, line.second_amount)}</td>
                  <td>{formatPounds(line.override_amount)}</td>
                  <td>{formatPounds(line.adjustment_amount)}</td>
                  <td>{formatPounds(line.carried_over)}</td>
                  <td className="font-semibold">{formatPounds(line.total_due)}</td>
                  <td>
                    <Status line={line} />
                  </td>
                  <td>{line.status === "pending" && pay(line)}</td>
                </tr>
              ))}
            </DataTable>
          ),
        }}
      >
        {(line) => (
          <li key={line.affiliate_id} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{line.name}</p>
                <p className="text-sm text-muted wrap-anywhere">{line.email}</p>
              </div>
              <Status line={line} />
            </div>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-[0.9375rem] [&>dd]:text-right [&>dd]:tabular-nums [&>dt]:text-muted">
              {amounts(line).map(([label, amount]) => (
                <Amount key={label} label={label} amount={amount} />
              ))}
            </dl>
            {line.status === "pending" && pay(line)}
          </li>
        )}
      </AdminList>
      {paying && <PayDialog line={paying} month={month} onClose={() => setPaying(null)} />}
    </Card>
  );
}

type PayNowProps = { line: MonthlyCommission; month: string; onAsk: () => void };

/** Opens the payout dialog; an amount below the minimum is refused here, before anybody sends money. */
function PayNow({ line, month, onAsk }: PayNowProps) {
  const { mutate, isPending } = usePayOut(line, month, () => undefined);
  const isTooLittle = line.total_due < facts.minPayoutPence;
  return (
    <Button
      variant="outlined"
      className="min-h-11 px-4 text-[0.9375rem] whitespace-nowrap"
      disabled={isPending}
      onClick={() => (isTooLittle ? mutate({ method: "manual", reference: "" }) : onAsk())}
    >
      Pay Now<span className="sr-only"> {line.name}</span>
    </Button>
  );
}

const band = (clients: number, pence: number) => `${formatPounds(pence)} (${clients})`;

/** The non-zero amounts, and always the sum. */
const amounts = (line: MonthlyCommission): [string, string][] => [
  [COLUMNS[1] ?? "", band(line.first_clients, line.first_amount)],
  [COLUMNS[2] ?? "", band(line.second_clients, line.second_amount)],
  ...(
    [
      ["Sponsored", line.override_amount],
      ["Adjustment", line.adjustment_amount],
      ["Carried over", line.carried_over],
    ] as const
  )
    .filter(([, pence]) => pence !== 0)
    .map(([label, pence]): [string, string] => [label, formatPounds(pence)]),
  ["Total Due (£)", formatPounds(line.total_due)],
];

const Amount = ({ label, amount }: { label: string; amount: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{amount}</dd>
  </>
);

/** A commission counts as paid once its payout has arrived. */
function Status({
  line: { status, paid_at: paidAt, unsettled_payout: unsettled },
}: {
  line: MonthlyCommission;
}) {
  const [tone, words] =
    status === "paid" && unsettled !== null
      ? PAYOUT_STATUS[unsettled]
      : ([status === "paid" ? "success" : "outline", status] as const);
  return (
    <div>
      <Badge tone={tone}>{words}</Badge>
      {status === "paid" && unsettled === null && paidAt !== null && (
        <p className="mt-0.5 text-sm text-muted tabular-nums">{formatDate(paidAt)}</p>
      )}
    </div>
  );
}

type MonthChoiceProps = {
  /** Months by their first days. */
  current: string;
  first: string;
  chosen: string;
  onChoose: (month: string) => void;
};

/** Steps from the first month to the current one. */
function MonthChoice({ current, first, chosen, onChoose }: MonthChoiceProps) {
  const step = (by: number) => format(addMonths(parseISO(chosen), by), "yyyy-MM-dd");
  const [earlier, later] = [step(-1), step(1)];
  return (
    <fieldset aria-label="Month" className="flex items-center">
      <Button
        variant="quiet"
        className="min-h-11 px-3!"
        aria-label="Earlier month"
        disabled={earlier < first}
        onClick={() => onChoose(earlier)}
      >
        <ChevronLeft className="size-5" aria-hidden="true" />
      </Button>
      <output className="min-w-36 text-center text-ink tabular-nums">
        {formatIsoMonth(chosen.slice(0, 7))}
      </output>
      <Button
        variant="quiet"
        className="min-h-11 px-3!"
        aria-label="Later month"
        disabled={later > current}
        onClick={() => onChoose(later)}
      >
        <ChevronRight className="size-5" aria-hidden="true" />
      </Button>
    </fieldset>
  );
}
