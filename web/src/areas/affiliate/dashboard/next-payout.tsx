import type { AffiliateDashboard } from "../../../api/generated/AffiliateDashboard.ts";
import type { OwedStatus } from "../../../api/generated/OwedStatus.ts";
import facts from "../../../api/generated/partner-facts.json" with { type: "json" };
import { formatDate, formatIsoMonth, formatPence, formatPounds } from "../../../lib/format.ts";
import { Card } from "../../../ui/card.tsx";

/** Answers the three questions of every partner: when the money comes, how much it is, and for whom. */
export function NextPayout({ dashboard }: { dashboard: AffiliateDashboard }) {
  const answers = [
    ["When", whenOf(dashboard)],
    ["How much", amountOf(dashboard)],
    ["For whom", clientsOf(dashboard)],
  ] as const;
  return (
    <Card title="Your next payout">
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {answers.map(([question, [answer, note]]) => (
          <li key={question} className="min-w-0">
            <p className="text-sm text-muted">{question}</p>
            <p className="font-display text-2xl leading-tight font-bold tracking-tight tabular-nums wrap-anywhere">
              {answer}
            </p>
            <p className="mt-1 text-sm text-muted wrap-anywhere">{note}</p>
          </li>
        ))}
      </ul>
      <p className="mt-5 border-t border-hairline pt-4 text-[0.9375rem]">{estimateOf(dashboard)}</p>
    </Card>
  );
}

type Answer = readonly [answer: string, note: string];

const LEAST = formatPence(facts.minPayoutPence);

const WHEN: Record<OwedStatus, (from: string) => Answer> = {
  payable: () => ["Now", "It is due. We email you when it is on its way."],
  no_account: () => ["Once you connect an account", "It is due. Connect your payout account below."],
  account_not_ready: () => ["Once Stripe has your details", "It is due. Finish your payout account below."],
  below_minimum: (from) => [
    `Once it reaches ${LEAST}`,
    `It carries over. The next payouts begin on ${from}.`,
  ],
  month_open: (from) => [from, "Payouts begin on this day."],
  overpaid: () => ["Not yet", "We paid you too much: it is set against what you earn next."],
};

const isSettled = ({ payoutStatus }: AffiliateDashboard) => payoutStatus === null;

function whenOf(dashboard: AffiliateDashboard): Answer {
  const { payoutStatus, nextPayoutFrom, thisMonth } = dashboard;
  const from = formatDate(nextPayoutFrom);
  if (payoutStatus !== null) return WHEN[payoutStatus](from);
  if (thisMonth.amountPence === 0) return ["Nothing is due", "It begins with the first client who pays."];
  if (thisMonth.amountPence < facts.minPayoutPence)
    return [`Once it reaches ${LEAST}`, "Anything below carries over to the next month."];
  return ["After this month", `The next payouts begin on ${from}.`];
}

function amountOf(dashboard: AffiliateDashboard): Answer {
  const { pendingPayout, payableNow, thisMonth } = dashboard;
  if (isSettled(dashboard)) return [formatPounds(thisMonth.amountPence), "An estimate until the month ends."];
  if (payableNow === pendingPayout || payableNow <= 0)
    return [formatPounds(pendingPayout), "For closed months."];
  return [formatPounds(payableNow), `Of ${formatPounds(pendingPayout)} that you are owed.`];
}

/** The clients of the months that are owed; the statements name each one. */
function clientsOf(dashboard: AffiliateDashboard): Answer {
  if (isSettled(dashboard))
    return [countOf(dashboard.activeReferrals, dashboard.thisMonth.sponsoredClients), namesOf(dashboard)];
  const owed = dashboard.months
    .map(({ month, commissions }) => ({
      month: formatIsoMonth(month.slice(0, 7)),
      rows: commissions.filter(({ status }) => status === "pending"),
    }))
    .filter(({ rows }) => rows.length > 0);
  const count = (isSponsored: boolean) =>
    Math.max(
      0,
      ...owed.map(({ rows }) =>
        rows
          .filter(({ commission_type: type }) => (type === "override") === isSponsored)
          .reduce((sum, { active_clients_count: clients }) => sum + clients, 0),
      ),
    );
  const [newest] = owed;
  const months = newest === undefined ? "" : owed.length === 1 ? newest.month : `${owed.length} months`;
  return [
    countOf(count(false), count(true)),
    `${owed.length > 1 ? "At most, in " : ""}${months}. The statement${owed.length > 1 ? "s" : ""} below name${owed.length > 1 ? "" : "s"} them.`,
  ];
}

const clients = (count: number) => `${count} ${count === 1 ? "client" : "clients"}`;

function countOf(own: number, sponsored: number): string {
  if (sponsored === 0) return clients(own);
  return own === 0 ? `${clients(sponsored)}, sponsored` : `${clients(own)} and ${sponsored} sponsored`;
}

/** So many names fit on a line. */
const NAMED = 3;

function namesOf({ referrals, activeReferrals }: AffiliateDashboard): string {
  const names = referrals.filter(({ activity }) => activity === "active").map((one) => one.company_name);
  const more = activeReferrals - NAMED;
  if (names.length === 0) return "Nobody who counts yet.";
  return `${names.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

/** The month that runs. */
function estimateOf(dashboard: AffiliateDashboard): string {
  const { thisMonth, activeReferrals, nextPayoutFrom, earnsUntil } = dashboard;
  const { month, sponsoredClients, amountPence } = thisMonth;
  const next = earnsUntil === null ? ` The next payouts begin on ${formatDate(nextPayoutFrom)}.` : "";
  return (
    `${formatIsoMonth(month.slice(0, 7))} so far: ${formatPounds(amountPence)} for ` +
    `${countOf(activeReferrals, sponsoredClients)}. It is an estimate until the month ends.${next}`
  );
}
