import type { CommissionFacts, CommissionView } from "#api/generated/affiliate.ts";
import facts from "#api/generated/partner-facts.json" with { type: "json" };
import { formatPounds } from "#lib/format.ts";
import { ADJUSTMENT, FIRST, SECOND, SPONSORED } from "#areas/affiliate/dashboard/commission-lines.ts";
import type { CheckedStatement, Unchecked } from "./check-statement.ts";

export type Verdict = { status: "right" | "wrong" | "unchecked"; lines: string[] };

const NOT_CHECKED: Record<Unchecked, string> = {
  unsupported: "Not checked: this browser cannot run the check.",
  failed: "Not checked: the check did not load.",
};

/** Result of the browser's check, with a sentence for each part that differs. */
export function verdictOf({ commissions }: CommissionFacts, check: CheckedStatement | Unchecked): Verdict {
  if (typeof check === "string") return { status: "unchecked", lines: [NOT_CHECKED[check]] };
  const { isRight, computedPence: computed, statedPence: stated } = check;
  if (isRight) return { status: "right", lines: ["Checked by your browser"] };
  const sum =
    computed === stated
      ? "The sum is right, but its parts are not."
      : `Your browser works out ${formatPounds(computed)}; these commissions add up to ${formatPounds(stated)}. The difference is ${formatPounds(computed - stated)}.`;
  return { status: "wrong", lines: [sum, ...partsThatDiffer(commissions, check), "Please tell us."] };
}

/** A month's sum: recomputed if checked, else as stated. */
export const totalOf = ({ commissions }: CommissionFacts, check: CheckedStatement | Unchecked): number =>
  typeof check === "string" ? pence(commissions) : check.computedPence;

type Part = { name: string; clients: number; pence: number };

/** Compares pending commissions with the expected ones: paid ones stay, and any difference to them is one adjustment. */
function partsThatDiffer(commissions: CommissionView[], check: CheckedStatement): string[] {
  const paid = commissions.filter(({ status }) => status === "paid");
  const waiting = commissions.filter(({ status }) => status === "pending");
  const isPaid = paid.length > 0;
  const own = isPaid ? 0 : check.ownClients;
  const expected: Part[] = [
    part(FIRST, Math.min(own, facts.bandClients), facts.firstRatePence),
    part(SECOND, Math.max(own - facts.bandClients, 0), facts.secondRatePence),
    part(SPONSORED, isPaid ? 0 : check.sponsoredClients, facts.overrideRatePence),
    { name: ADJUSTMENT, clients: 0, pence: isPaid ? check.computedPence - pence(paid) : 0 },
  ];
  return expected.flatMap((computed) => {
    const rows = waiting.filter((one) => nameOf(one) === computed.name);
    const clients = rows.reduce((all, { active_clients_count: count }) => all + count, 0);
    const stated = { name: computed.name, clients, pence: pence(rows) };
    if (stated.pence === computed.pence && stated.clients === computed.clients) return [];
    const waits = isPaid && computed.name !== ADJUSTMENT ? ", not yet paid" : "";
    const difference = computed.pence - stated.pence;
    return [
      `${computed.name}${waits}: this statement says ${amountOf(stated)}, your browser works out ${amountOf(computed)}.` +
        (difference === 0 ? "" : ` The difference is ${formatPounds(difference)}.`),
    ];
  });
}

const part = (name: string, clients: number, rate: number): Part => ({
  name,
  clients,
  pence: clients * rate,
});

const pence = (commissions: CommissionView[]) =>
  commissions.reduce((sum, { commission_amount: amount }) => sum + amount, 0);

function nameOf({ commission_type: type, band }: CommissionView): string {
  if (type === "adjustment") return ADJUSTMENT;
  return type === "override" ? SPONSORED : band === "first" ? FIRST : SECOND;
}

const amountOf = ({ name, clients, pence: amount }: Part) =>
  name === ADJUSTMENT
    ? formatPounds(amount)
    : `${formatPounds(amount)} for ${clients} ${clients === 1 ? "client" : "clients"}`;
