import { Lock } from "lucide-react";
import { useState } from "react";
import type { MonthStatement, ReferralView } from "#api/generated/affiliate.ts";
import { formatIsoMonth, formatMonthDay, formatPounds } from "#lib/format.ts";
import { useMediaQuery } from "#lib/use-media-query.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { DataTable } from "#ui/data-table.tsx";
import type { StatementOwner } from "#areas/affiliate/statements/statement-head.ts";
import { StatementDialog } from "#areas/affiliate/statements/statement-dialog.tsx";
import { stateOf } from "./payout-status.ts";
import { UNLOCK, linesOf, pendingOf, type CommissionLine } from "./commission-lines.ts";

type Props = {
  months: MonthStatement[];
  /** Statements name the clients by them. */
  referrals: ReferralView[];
  which: URLSearchParams;
  owner: StatementOwner;
};

/** Every month, newest first, with its calculation: a table on wide screens, else a list. */
export function CommissionHistory({ months, referrals, which, owner }: Props) {
  const [opened, setOpened] = useState("");
  useRestoreFocus(opened !== "");
  const wide = useMediaQuery("(min-width: 64rem)");
  const pending = pendingOf(months);
  return (
    <Card title="Commission History">
      {months.length === 0 ? (
        <p className="text-muted">
          We work out commissions at the end of each month. The first ones appear here.
        </p>
      ) : wide ? (
        <DataTable
          caption="Commission History"
          columns={["Month", "Tier", "Calculation", "Amount", "Status", "Paid Date"]}
        >
          {months.flatMap((month) =>
            linesOf(month).map((line, index) => (
              <tr key={`${month.month} ${line.tier} ${index}`} className={line.isLocked ? "text-muted" : ""}>
                <th scope="row" className="text-left font-semibold">
                  <div className="flex flex-wrap items-baseline gap-x-3">
                    <span className={index === 0 ? "" : "sr-only"}>{nameOf(month)}</span>
                    {index === 0 && <Open month={month} onOpen={setOpened} />}
                  </div>
                </th>
                <td>{line.tier}</td>
                <td className="tabular-nums">
                  {line.calculation}
                  {line.isLocked && <Unlock />}
                </td>
                <td className="tabular-nums">{line.amount}</td>
                <td>
                  <Status line={line} />
                </td>
                <td className="whitespace-nowrap tabular-nums">{paidDate(line)}</td>
              </tr>
            )),
          )}
        </DataTable>
      ) : (
        <ol aria-label="Commission History" className="divide-y divide-hairline">
          {months.map((month) => (
            <li key={month.month} className="py-4 first:pt-0 last:pb-0">
              <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
                <h3 className="font-sans text-base font-semibold tracking-normal">{nameOf(month)}</h3>
                <Open month={month} onOpen={setOpened} />
              </div>
              <ul className="flex flex-col gap-2.5">
                {linesOf(month).map((line, index) => (
                  <li
                    key={`${line.tier} ${index}`}
                    className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-[0.9375rem] ${line.isLocked ? "text-muted" : ""}`}
                  >
                    <div className="min-w-0">
                      <p>{line.tier}</p>
                      <p className="text-sm text-muted tabular-nums">{line.calculation}</p>
                      {line.isLocked && <Unlock />}
                    </div>
                    <div className="text-right">
                      <p className="font-semibold tabular-nums">{line.amount}</p>
                      <Status line={line} />
                      {line.commission?.paid_at != null && (
                        <p className="text-sm text-muted tabular-nums">{paidDate(line)}</p>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      {pending > 0 && (
        <p className="mt-4 flex flex-wrap justify-between gap-x-4 border-t border-control pt-4 font-semibold">
          Total Commission Pending:
          <span className="tabular-nums">{formatPounds(pending)}</span>
        </p>
      )}
      {opened !== "" && (
        <StatementDialog
          month={opened}
          referrals={referrals}
          which={which}
          owner={owner}
          onClose={() => setOpened("")}
        />
      )}
    </Card>
  );
}

const Open = ({ month, onOpen }: { month: MonthStatement; onOpen: (month: string) => void }) => (
  <Button
    variant="quiet"
    className="min-h-11 justify-start px-0! py-0! text-[0.9375rem]"
    onClick={() => onOpen(month.month)}
  >
    Statement<span className="sr-only"> of {nameOf(month)}</span>
  </Button>
);

/** A month that has not ended may change. */
const nameOf = ({ month, isClosed }: MonthStatement) =>
  `${formatIsoMonth(month.slice(0, 7))}${isClosed ? "" : ", so far"}`;

function paidDate({ commission }: CommissionLine): string {
  const paidAt = commission && stateOf(commission).paidAt;
  return paidAt === null ? "-" : formatMonthDay(paidAt);
}

function Status({ line: { commission } }: { line: CommissionLine }) {
  if (!commission) return null;
  const { tone, words } = stateOf(commission);
  return <Badge tone={tone}>{words}</Badge>;
}

const Unlock = () => (
  <span className="flex items-center gap-1.5 text-sm">
    <Lock className="size-3.5 shrink-0" aria-hidden="true" />
    {UNLOCK}
  </span>
);
