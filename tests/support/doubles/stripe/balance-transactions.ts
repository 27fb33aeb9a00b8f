// Lists balance transactions.
import { movements } from "./balance.ts";
import { invalid } from "./errors.ts";
import { render } from "./render.ts";
import { fitsRange, type Handler, type Route } from "./resource.ts";

const listTransactions: Handler = (world, { parameters, path, version }) => {
  const { limit = "10", starting_after: after, created, expand } = parameters;
  const found = movements(world).filter((one) => fitsRange(one.created, created));
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0)
    throw invalid(`No such balance transaction: '${String(after)}'`, { code: "resource_missing" });
  const end = start + Number(limit);
  const isExpanded = JSON.stringify(expand ?? null).includes("data.source");
  const data = found.slice(start, end).map(({ source, category, ...one }) => ({
    ...one,
    object: "balance_transaction",
    available_on: one.created,
    balance_type: "payments",
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: one.amount,
    reporting_category: category,
    source: isExpanded ? render(world, source, version) : source.id,
    status: "available",
  }));
  return { plain: { object: "list", data, has_more: end < found.length, url: path } };
};

export const balanceTransactionRoutes: Route[] = [["GET", "/v1/balance_transactions", listTransactions]];
