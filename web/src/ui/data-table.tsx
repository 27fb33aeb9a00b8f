import type { ReactNode } from "react";

type Props = {
  caption: string;
  columns: string[];
  /** Width classes by column, empty for the remaining width; by default the contents decide. */
  widths?: string[];
  /** Has its own frame, outside a card. */
  framed?: boolean;
  children: ReactNode;
};

/** A table of records. */
export const DataTable = ({ caption, columns, widths, framed = false, children }: Props) => (
  <table
    className={`w-full border-separate border-spacing-0 leading-snug ${widths ? "table-fixed" : ""} ${
      framed
        ? "rounded-card border border-hairline bg-surface text-sm [&_td]:px-2.5 [&_th]:px-2.5 [&_tr>:first-child]:pl-5 [&_tr>:last-child]:pr-4"
        : "text-[0.9375rem] [&_td]:px-2 [&_th]:px-2 [&_tr>:first-child]:pl-0 [&_tr>:last-child]:pr-0"
    }`}
  >
    <caption className="sr-only">{caption}</caption>
    {widths && (
      <colgroup>
        {widths.map((width, index) => (
          <col key={index} className={width} />
        ))}
      </colgroup>
    )}
    <thead>
      <tr className="text-left text-xs text-muted [&>th]:border-b [&>th]:border-control [&>th]:py-2 [&>th]:font-semibold">
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody
      className={`[&>tr:last-child>*]:border-b-0 [&>tr>*]:border-b [&>tr>*]:border-hairline ${
        framed ? "[&>tr>*]:py-2" : "[&>tr>*]:py-2.5"
      }`}
    >
      {children}
    </tbody>
  </table>
);
