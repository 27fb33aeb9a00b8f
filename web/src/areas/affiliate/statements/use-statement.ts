import { useQuery } from "@tanstack/react-query";
import type { CommissionFacts } from "../../../api/generated/CommissionFacts.ts";
import { call } from "../../../api/http.ts";
import { affiliate } from "../../../api/portal-endpoints.ts";
import { checkStatement } from "./check-statement.ts";

/** A month with what it was computed from, and what this browser computes from that. */
export const useStatement = (month: string, which: URLSearchParams) =>
  useQuery({
    queryKey: ["affiliate", "statement", month, which.toString()],
    queryFn: async ({ signal }) => {
      const statement = await call<CommissionFacts>(
        "GET",
        affiliate.statement(month.slice(0, 7), which),
        undefined,
        signal,
      );
      return { statement, checked: await checkStatement(statement) };
    },
  });
