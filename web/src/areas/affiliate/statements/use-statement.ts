import { useQuery } from "@tanstack/react-query";
import type { CommissionFacts } from "#api/generated/affiliate.ts";
import * as affiliate from "#api/generated/calls/affiliate.ts";
import { checkStatement, type CheckedStatement, type Unchecked } from "./check-statement.ts";

export type StatementData = { statement: CommissionFacts; check: CheckedStatement | Unchecked };

/** A month's statement with its facts, and the browser's own calculation, or the reason why there is none. */
export const useStatement = (month: string, which: URLSearchParams) =>
  useQuery({
    queryKey: ["affiliate", "statement", month, which.toString()],
    queryFn: async ({ signal }): Promise<StatementData> => {
      const statement = await affiliate.dashboardStatement(month.slice(0, 7), which, signal);
      return { statement, check: await checkStatement(statement) };
    },
  });
