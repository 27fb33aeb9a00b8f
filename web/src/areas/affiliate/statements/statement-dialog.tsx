import { BadgeCheck, CircleHelp, Download, FileText, Printer, TriangleAlert } from "lucide-react";
import { useState, Fragment, type ReactNode } from "react";
import type { CommissionFacts, ReferralView } from "#api/generated/affiliate.ts";
import { formatDate, formatIsoMonth, formatPounds } from "#lib/format.ts";
import { reloadIfReplaced } from "#lib/replaced-build.ts";
import { saveFile } from "#lib/save-file.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { WindowDialog } from "#ui/dialogs/window-dialog.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { linesOf } from "#areas/affiliate/dashboard/commission-lines.ts";
import { stateOf } from "#areas/affiliate/dashboard/payout-status.ts";
import { PAYOUTS, payoutRows } from "./payout-entries.ts";
import { adjustmentLines, referralRows } from "./referral-rows.ts";
import { statementCsv } from "./statement-csv.ts";
import { headOf, type StatementHead, type StatementOwner } from "./statement-head.ts";
import { totalOf, verdictOf } from "./verdict.ts";
import { useQuery } from "@tanstack/react-query";
import * as affiliate from "#api/generated/calls/affiliate.ts";
import { checkStatement, type CheckedStatement, type Unchecked } from "./check-statement.ts";
import { createPortal } from "react-dom";
import { Wordmark } from "#brand/mark.tsx";

type Props = {
  month: string;
  referrals: ReferralView[];
  which: URLSearchParams;
  owner: StatementOwner;
  onClose: () => void;
};

/** A month with everything that it was computed from, computed once more by this browser. */
export function StatementDialog({ month, referrals, which, owner, onClose }: Props) {
  const { data, error, isFetching, refetch } = useStatement(month, which);
  const parts = data && { ...data, referrals };
  return (
    <WindowDialog title={formatIsoMonth(month.slice(0, 7))} onClose={onClose}>
      <div className="p-5 sm:p-6">
        {parts ? (
          <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <div>
              <StatementStatus head={headOf(parts.statement, owner)} statement={parts.statement} />
              <Summary {...parts} />
              {parts.check === "failed" && (
                <Button
                  variant="outlined"
                  className="mt-4"
                  disabled={isFetching}
                  onClick={() => void refetch()}
                >
                  {isFetching ? "Checking..." : "Check again"}
                </Button>
              )}
            </div>
            <Referrals {...parts} />
          </div>
        ) : error ? (
          <ErrorState subject="this statement" error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-64 rounded-card" />
        )}
      </div>
      {parts && !parts.statement.isComputing && (
        <div className="sticky bottom-0 flex flex-wrap gap-3 border-t border-hairline bg-surface px-5 py-3 max-sm:*:flex-1 sm:px-6">
          <ButtonLink
            variant="outlined"
            className="px-4!"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(statementCsv(parts.statement, referrals, owner))}`}
            download={`${headOf(parts.statement, owner).file}.csv`}
          >
            <Download className="size-5" aria-hidden="true" />
            CSV
          </ButtonLink>
          <PdfButton {...parts} owner={owner} />
          <Button variant="outlined" className="px-4!" onClick={() => print()}>
            <Printer className="size-5" aria-hidden="true" />
            Print
          </Button>
        </div>
      )}
      {parts && (
        <StatementPaper head={headOf(parts.statement, owner)}>
          <Summary {...parts} />
          <Referrals {...parts} />
        </StatementPaper>
      )}
    </WindowDialog>
  );
}

type Parts = StatementData & { referrals: ReferralView[] };

/** Number and date of the statement, or a note that the month has none yet. */
function StatementStatus({ head, statement }: { head: StatementHead; statement: CommissionFacts }) {
  const { revision, isComputing } = statement;
  if (revision)
    return (
      <p className="mb-1 font-semibold wrap-anywhere">
        Statement {head.number}, issued{" "}
        <span className="whitespace-nowrap">{formatDate(revision.issuedAt)}</span>
      </p>
    );
  return (
    <div className="mb-3">
      <p className="font-semibold">{head.provisional}</p>
      {!isComputing && <p className="text-muted">The month is not closed yet, so its figures may change.</p>}
    </div>
  );
}

/** Makes the PDF on demand, and loads the code for it then. */
function PdfButton({ statement, check, referrals, owner }: Parts & { owner: StatementOwner }) {
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const { statementPdf } = await import("./statement-pdf.ts");
      const bytes = statementPdf(statement, check, referrals, owner);
      saveFile(new Blob([bytes], { type: "application/pdf" }), `${headOf(statement, owner).file}.pdf`);
    } catch {
      if (await reloadIfReplaced()) return;
      void showToast("error", "The PDF could not be made", "Please try again, or print the statement.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outlined" className="px-4!" disabled={busy} onClick={() => void make()}>
      <FileText className="size-5" aria-hidden="true" />
      PDF
    </Button>
  );
}

function Summary({ statement, check, referrals }: Parts) {
  return (
    <>
      <p className="text-muted">Clients counted as of {formatDate(statement.asOf)} (UTC)</p>
      {statement.isComputing ? (
        <output className="mt-4 block text-[0.9375rem]">
          We are working this month out again. Please come back in a few minutes.
        </output>
      ) : (
        <Finding statement={statement} check={check} />
      )}
      <dl className="mt-5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 text-[0.9375rem] [&>dd]:text-right [&>dd]:tabular-nums [&>dt]:text-muted">
        {typeof check !== "string" && (
          <>
            <dt>Your active clients</dt>
            <dd>{check.ownClients}</dd>
            <dt>Active clients of partners you sponsor</dt>
            <dd>{check.sponsoredClients}</dd>
          </>
        )}
        <dt>{typeof check === "string" ? "Total of these commissions" : "Total of the month"}</dt>
        <dd className="font-semibold">{formatPounds(totalOf(statement, check))}</dd>
      </dl>
      <Commissions statement={statement} check={check} referrals={referrals} />
      <Payouts statement={statement} />
    </>
  );
}

/** Parts of the month: payments with their outcome, and each later adjustment with its clients. */
function Commissions({ statement, check, referrals }: Parts) {
  const lines = linesOf(statement).filter(({ commission }) => commission !== null);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Commissions" className="mt-4 divide-y divide-hairline border-y border-hairline text-sm">
      {lines.map(({ tier, calculation, amount, commission }, index) => (
        <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 tabular-nums">
          <span>
            {tier}
            <span className="block text-muted">{calculation}</span>
            {commission?.commission_type === "adjustment" &&
              adjustmentLines(commission.payout_id, check, referrals).map((reason) => (
                <span key={reason} className="block text-muted wrap-anywhere">
                  {reason}
                </span>
              ))}
          </span>
          <span className="text-right">
            {amount}
            <span className="block text-muted">{commission && stateOf(commission).words}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Payouts({ statement }: Pick<Parts, "statement">) {
  const rows = payoutRows(statement);
  if (rows.length === 0) return null;
  return (
    <section aria-label={PAYOUTS} className="mt-5">
      <h3 className="mb-1 font-sans text-base font-semibold tracking-normal">{PAYOUTS}</h3>
      <ul className="divide-y divide-hairline text-sm">
        {rows.map(({ date, words, payout, amount }, index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 tabular-nums">
            <span>
              {words}
              <span className="block text-muted wrap-anywhere">{payout}</span>
            </span>
            <span className="text-right">
              {amount}
              <span className="block text-muted">{date}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Referrals({ statement, check, referrals }: Parts) {
  const rows = referralRows(statement, check, referrals);
  if (rows.length === 0) return null;
  return (
    <section aria-label="How it was worked out">
      <h3 className="mb-1 font-sans text-base font-semibold tracking-normal print:mt-6">
        How it was worked out
      </h3>
      <ol className="divide-y divide-hairline text-sm">
        {rows.map(({ company, words, pence }, index) => (
          <li
            key={index}
            className="grid break-inside-avoid grid-cols-[2rem_minmax(0,1fr)_auto] gap-x-2 py-2 tabular-nums sm:grid-cols-[2rem_minmax(0,2fr)_minmax(0,3fr)_auto]"
          >
            <span className="text-muted">{index + 1}</span>
            <span className="font-semibold wrap-anywhere">{company}</span>
            <span className="text-muted max-sm:col-start-2 max-sm:row-start-2">{words}</span>
            {pence !== null && (
              <span className="text-right max-sm:col-start-3 max-sm:row-start-1">{formatPounds(pence)}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Finding({ statement, check }: Pick<Parts, "statement" | "check">) {
  const { status, lines } = verdictOf(statement, check);
  if (status === "right")
    return (
      <p className="mt-4 flex items-center gap-2 font-semibold text-success">
        <BadgeCheck className="size-5 shrink-0" aria-hidden="true" />
        {lines}
      </p>
    );
  if (status === "unchecked")
    return (
      <p className="mt-4 flex gap-2 font-semibold text-muted">
        <CircleHelp className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {lines}
      </p>
    );
  return (
    <div role="alert" className="mt-4 flex gap-2 border-l-2 border-warning pl-3 text-[0.9375rem]">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
      <div className="flex flex-col gap-2">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}

type StatementData = { statement: CommissionFacts; check: CheckedStatement | Unchecked };

/** A month's statement with its facts, and the browser's own calculation, or the reason why there is none. */
const useStatement = (month: string, which: URLSearchParams) =>
  useQuery({
    queryKey: ["affiliate", "statement", month, which.toString()],
    queryFn: async ({ signal }): Promise<StatementData> => {
      const statement = await affiliate.dashboardStatement(month.slice(0, 7), which, signal);
      return { statement, check: await checkStatement(statement) };
    },
  });

type StatementPaperProps = { head: StatementHead; children: ReactNode };

/** Printed instead of the dialog, which is one screen high and would repeat on each page. */
const StatementPaper = ({ head, children }: StatementPaperProps) =>
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
