import type { ReactNode } from "react";

type Props = { caption: string; columns: string[]; children: ReactNode };

/** Rows of facts within a card. */
export const LedgerTable = ({ caption, columns, children }: Props) => (
  <table className="w-full border-separate border-spacing-0 text-[0.9375rem] leading-snug [&_td]:px-2 [&_th]:px-2 [&_tr>:first-child]:pl-0 [&_tr>:last-child]:pr-0">
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
    <tbody className="[&>tr:last-child>*]:border-b-0 [&>tr>*]:border-b [&>tr>*]:border-hairline [&>tr>*]:py-2.5">
      {children}
    </tbody>
  </table>
);
