import { Download } from "lucide-react";
import { useState } from "react";
import { rangeDays, texts } from "#api/generated/rules.json" with { type: "json" };
import * as admin from "#api/generated/calls/admin.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { TextField } from "#ui/fields/text-field.tsx";

/** `2026-11-30` of a day in UTC; day 0 is the last of the month before. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

/** The reason why days cannot be exported; the Worker refuses them with the same words. */
function problemOf({ from, to }: { from: string; to: string }): string | undefined {
  if (from === "" || to === "") return texts.daysMissing;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) return texts.daysReversed;
  return days < rangeDays ? undefined : texts.daysTooMany;
}

/** Files for an accountant, of the last month unless other days are chosen. */
export function ExportCard() {
  const [range, setRange] = useState(() => {
    const now = new Date();
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
  });
  const search = new URLSearchParams(range);
  const problem = problemOf(range);
  return (
    <Card title="For your accountant" className="mb-8">
      <p className="mb-4 max-w-[75ch] text-[0.9375rem] text-muted">
        Every change in the Stripe balance: payments, refunds, disputes, payouts to partners and fees. Net
        amounts add up to the change in your balance. Manual payouts have a column of their own. Commissions
        cover every month in the period. Dates are UTC; a file covers up to a year.
      </p>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-1 sm:-mb-5 sm:flex sm:flex-wrap sm:items-end">
        <TextField
          label="From"
          type="date"
          value={range.from}
          max={range.to}
          onChange={(from) => setRange({ ...range, from })}
        />
        <TextField
          label="To"
          type="date"
          value={range.to}
          min={range.from}
          error={problem}
          onChange={(to) => setRange({ ...range, to })}
        />
        {problem === undefined && (
          <>
            <ButtonLink
              variant="outlined"
              className="px-4! sm:mb-6"
              href={admin.moneyMovementsAddress(search)}
              download
            >
              <Download className="size-5 shrink-0" aria-hidden="true" />
              Money
            </ButtonLink>
            <ButtonLink
              variant="outlined"
              className="px-4! sm:mb-6"
              href={admin.moneyCommissionsAddress(search)}
              download
            >
              <Download className="size-5 shrink-0" aria-hidden="true" />
              Commissions
            </ButtonLink>
          </>
        )}
      </div>
    </Card>
  );
}
