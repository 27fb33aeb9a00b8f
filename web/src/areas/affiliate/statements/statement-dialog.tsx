import { BadgeCheck, Download, FileText, Printer, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import type { CommissionFacts } from "../../../api/generated/CommissionFacts.ts";
import { formatDate, formatIsoMonth, formatPounds } from "../../../lib/format.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { showToast } from "../../../ui/toasts/toast.ts";
import { linesOf } from "../dashboard/commission-lines.ts";
import type { CheckedStatement } from "./check-statement.ts";
import { referralWords } from "./referral-words.ts";
import { statementCsv } from "./statement-csv.ts";
import type { StatementOwner } from "./statement-pdf.ts";
import { useStatement } from "./use-statement.ts";

type Props = { month: string; which: URLSearchParams; owner: StatementOwner; onClose: () => void };

/** A month with everything that it was computed from, computed once more by this browser. */
export function StatementDialog({ month, which, owner, onClose }: Props) {
  const { data, error, refetch } = useStatement(month, which);
  const end = useRef<HTMLDivElement>(null);
  return (
    <Dialog title={formatIsoMonth(month.slice(0, 7))} onClose={onClose}>
      {data ? (
        <Statement {...data} />
      ) : error ? (
        <ErrorState what="this statement" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-64 rounded-card" />
      )}
      <div ref={end} className="mt-6 flex flex-col gap-3 print:hidden">
        {data && !data.statement.isComputing && (
          <div className="flex flex-wrap gap-3 *:flex-1">
            <ButtonLink
              variant="outlined"
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(statementCsv(data.statement))}`}
              download={`sayso-${month.slice(0, 7)}.csv`}
            >
              <Download className="size-5" aria-hidden="true" />
              CSV
            </ButtonLink>
            <PdfButton {...data} owner={owner} />
            <Button variant="outlined" onClick={() => print()}>
              <Printer className="size-5" aria-hidden="true" />
              Print
            </Button>
          </div>
        )}
        <Button variant="outlined" onClick={() => end.current?.closest("dialog")?.close()}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

type PdfProps = { statement: CommissionFacts; checked: CheckedStatement; owner: StatementOwner };

/** Makes the PDF once it is asked for: what makes it is fetched then. */
function PdfButton({ statement, checked, owner }: PdfProps) {
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const { statementPdf } = await import("./statement-pdf.ts");
      const bytes = statementPdf(statement, checked, owner);
      saveFile(new Blob([bytes], { type: "application/pdf" }), `sayso-${statement.month.slice(0, 7)}.pdf`);
    } catch {
      void showToast("error", "The PDF could not be made", "Please try again, or print the statement.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outlined" disabled={busy} onClick={() => void make()}>
      <FileText className="size-5" aria-hidden="true" />
      PDF
    </Button>
  );
}

function Statement({ statement, checked }: { statement: CommissionFacts; checked: CheckedStatement }) {
  const { asOf } = statement;
  const { referrals } = checked;
  return (
    <>
      <p className="text-center text-muted">Clients counted as of {formatDate(asOf)}</p>
      {statement.isComputing ? (
        <output className="mt-4 block text-center text-[0.9375rem]">
          This month is being computed again. Please look once more in a few minutes.
        </output>
      ) : (
        <Verdict checked={checked} />
      )}
      <dl className="mt-5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 text-[0.9375rem] [&>dd]:text-right [&>dd]:tabular-nums [&>dt]:text-muted">
        <dt>Your active clients</dt>
        <dd>{checked.ownClients}</dd>
        <dt>Active clients of partners you sponsor</dt>
        <dd>{checked.sponsoredClients}</dd>
        <dt>What the month comes to</dt>
        <dd className="font-semibold">{formatPounds(checked.computedPence)}</dd>
      </dl>
      <Commissions statement={statement} />
      {referrals.length > 0 && (
        <>
          <h3 className="mt-6 mb-1 font-sans text-base font-semibold tracking-normal">
            What it is computed from
          </h3>
          <p className="text-sm text-muted">By the numbers of your referrals on the dashboard</p>
          <ol className="divide-y divide-hairline text-sm">
            {referrals.map((referral, index) => (
              <li key={index} className="grid grid-cols-[2rem_minmax(0,1fr)] py-2 tabular-nums">
                <span className="text-muted">{index + 1}</span>
                <span>{referralWords(referral)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** What the month is made of: what was paid of it, and what it was corrected by since. */
function Commissions({ statement }: { statement: CommissionFacts }) {
  const lines = linesOf(statement).filter(({ commission }) => commission !== null);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Commissions" className="mt-4 divide-y divide-hairline border-y border-hairline text-sm">
      {lines.map(({ tier, calculation, amount, commission }, index) => (
        <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 tabular-nums">
          <span>
            {tier}
            <span className="block text-muted">{calculation}</span>
          </span>
          <span className="text-right">
            {amount}
            <span className="block text-muted">{commission?.status}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Verdict({ checked: { isRight, computedPence, statedPence } }: { checked: CheckedStatement }) {
  return isRight ? (
    <p className="mt-4 flex items-center justify-center gap-2 font-semibold text-success">
      <BadgeCheck className="size-5 shrink-0" aria-hidden="true" />
      Checked by your browser
    </p>
  ) : (
    <p role="alert" className="mt-4 flex gap-2 border-l-2 border-warning pl-3 text-[0.9375rem]">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
      <span>
        Your browser comes to {formatPounds(computedPence)}; these commissions come to{" "}
        {formatPounds(statedPence)}. The difference is {formatPounds(computedPence - statedPence)}. Please
        tell us.
      </span>
    </p>
  );
}
