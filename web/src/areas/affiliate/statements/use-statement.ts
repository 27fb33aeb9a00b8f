import { useQuery } from "@tanstack/react-query";
import type { CommissionFacts } from "../../../api/generated/CommissionFacts.ts";
import { call } from "../../../api/http.ts";
import { affiliate } from "../../../api/portal-endpoints.ts";
import { checkStatement, type CheckedStatement, type Unchecked } from "./check-statement.ts";

export type StatementData = { statement: CommissionFacts; check: CheckedStatement | Unchecked };

/** A month with what it was computed from, and what this browser computes from that, or why it does not. */
export const useStatement = (month: string, which: URLSearchParams) =>
  useQuery({
    queryKey: ["affiliate", "statement", month, which.toString()],
    queryFn: async ({ signal }): Promise<StatementData> => {
      const statement = await call<CommissionFacts>(
        "GET",
        affiliate.statement(month.slice(0, 7), which),
        undefined,
        signal,
      );
      return { statement, check: await checkStatement(statement) };
    },
  });
