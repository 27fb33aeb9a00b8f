import type { CommissionFacts } from "../../../api/generated/CommissionFacts.ts";
import { once } from "../../../lib/once.ts";

/** The rules that commissions are computed by, as the Worker has them; fetched where a statement is opened. */
const loadRules = once(async () => {
  const rules = await import("./core/statement_wasm.js");
  await rules.default();
  return rules;
});

export type CheckedStatement = {
  ownClients: number;
  sponsoredClients: number;
  /** What the month comes to, and what its commissions do, in pence. */
  computedPence: number;
  statedPence: number;
  isRight: boolean;
};

/** Computes a month once more, in this browser. */
export async function checkStatement(statement: CommissionFacts): Promise<CheckedStatement> {
  const { checkStatement: check } = await loadRules();
  const found = check(JSON.stringify(statement));
  if (!found) throw new Error("This statement cannot be read.");
  const { ownClients, sponsoredClients, computedPence, statedPence, isRight } = found;
  found.free();
  return { ownClients, sponsoredClients, computedPence, statedPence, isRight };
}
