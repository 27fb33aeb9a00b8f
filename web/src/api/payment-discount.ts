import type { DiscountView } from "./generated/DiscountView.ts";
import { formatDate, formatPence } from "../lib/format.ts";

/** A sentence: the discount, the code that gave it, and its end. Mails have it from `DiscountView::in_words`. */
export function discountWords({ pence, code, ends_at: end }: DiscountView): string {
  const by = code === null ? "" : ` with the code ${code}`;
  const until = end === null ? "for as long as the plan goes on" : `until ${formatDate(end)}`;
  return `${formatPence(pence)} off${by}, ${until}.`;
}
