import { Fragment, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Wordmark } from "#brand/mark.tsx";
import type { StatementHead } from "./statement-head.ts";

type Props = { head: StatementHead; children: ReactNode };

/** Printed instead of the dialog, which is one screen high and would repeat on each page. */
export const StatementPaper = ({ head, children }: Props) =>
  createPortal(
    <div className="to-print hidden">
      <Wordmark small />
      <h1 className="mt-6 mb-3 text-3xl">{head.title}</h1>
      {head.provisional !== "" && <p className="mb-4 font-semibold">{head.provisional}</p>}
      <div className="mb-4 grid grid-cols-2 gap-x-6 wrap-anywhere">
        <Address title="From" lines={head.from} />
        <Address title="To" lines={head.to} />
      </div>
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 text-[0.9375rem] [&>dt]:text-muted">
        {head.facts.map(([label, value]) => (
          <Fragment key={`${label} ${value}`}>
            <dt>{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {head.selfBilling && <p className="mb-4">{head.selfBilling}</p>}
      {children}
    </div>,
    document.body,
  );

const Address = ({ title, lines: [name, ...rest] }: { title: string; lines: string[] }) => (
  <p className="whitespace-pre-line">
    <span className="block text-sm text-muted">{title}</span>
    <b className="font-semibold">{name}</b>
    {"\n"}
    {rest.join("\n")}
  </p>
);
