import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { Wordmark } from "../../../brand/mark.tsx";
import { formatIsoMonth } from "../../../lib/format.ts";
import type { StatementOwner } from "./statement-pdf.ts";

type Props = { month: string; owner: StatementOwner; children: ReactNode };

/** What is printed instead of the dialog, which is one screen high and would stand on each page anew. */
export const StatementPaper = ({ month, owner, children }: Props) =>
  createPortal(
    <div className="to-print hidden">
      <Wordmark small />
      <h1 className="mt-6 mb-3 text-3xl">Statement of {formatIsoMonth(month.slice(0, 7))}</h1>
      <p className="mb-3 wrap-anywhere">
        <b className="font-semibold">{owner.name}</b>, promo code {owner.code}
      </p>
      {children}
    </div>,
    document.body,
  );
