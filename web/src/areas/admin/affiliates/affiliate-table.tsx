import type { ReactNode } from "react";
import type { AffiliateSummary } from "../../../api/generated/AffiliateSummary.ts";

type Props = { caption: string; columns: string[]; children: ReactNode };

/** The ledger of partners, or of who wants to be one. */
export function AffiliateTable({ caption, columns, children }: Props) {
  return (
    <table className="w-full border-separate border-spacing-0 rounded-card border border-hairline bg-surface text-sm leading-snug [&_td]:px-2.5 [&_th]:px-2.5 [&_tr>:first-child]:pl-5 [&_tr>:last-child]:pr-4">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-left text-xs text-muted [&>th]:border-b [&>th]:border-control [&>th]:py-2 [&>th]:font-semibold">
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:border-b-0 [&>tr>*]:border-b [&>tr>*]:border-hairline [&>tr>*]:py-2">
        {children}
      </tbody>
    </table>
  );
}

/** The tier, and who brought the partner. */
export function TierCell({
  affiliate: { tier, sponsor_name: sponsor, sponsor_email },
}: {
  affiliate: AffiliateSummary;
}) {
  return (
    <td>
      {tier}
      {sponsor && (
        <span className="block text-muted wrap-anywhere" title={sponsor_email ?? undefined}>
          by {sponsor}
        </span>
      )}
    </td>
  );
}
