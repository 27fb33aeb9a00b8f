import { ExternalLink } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { AffiliateSummary } from "#api/generated/affiliate.ts";
import { formatDate, formatPounds } from "#lib/format.ts";
import { isPartnershipOver } from "#lib/partnership.ts";
import { useMediaQuery } from "#lib/use-media-query.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { affiliateViewPath } from "#admin-paths.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LedgerTable } from "#ui/ledger-table.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { EndDialog, EraseDialog, TakeBackDialog } from "./departure-dialogs.tsx";
import { TierCell } from "./tier-cell.tsx";
import { nameOf, useAffiliates } from "./use-affiliates.ts";

/** The partners: a table on wide screens, else cards. */
export function ActiveList() {
  const list = useAffiliates("active");
  const wide = useMediaQuery("(min-width: 80rem)");
  const [ending, setEnding] = useState<AffiliateSummary | null>(null);
  const [returning, setReturning] = useState<AffiliateSummary | null>(null);
  const [erasing, setErasing] = useState<AffiliateSummary | null>(null);
  useRestoreFocus(ending !== null);
  useRestoreFocus(returning !== null);
  useRestoreFocus(erasing !== null);
  const ways = { onEnd: setEnding, onTakeBack: setReturning, onErase: setErasing };
  return (
    <>
      <h2 className="mt-8 mb-3 text-xl">Active Affiliates</h2>
      <PagedList
        list={list}
        what="the affiliates"
        nouns={["affiliate", "affiliates"]}
        empty={<EmptyState title="No active affiliates" text="Approved partners appear here." />}
      >
        {(affiliates) =>
          wide ? (
            <LedgerTable
              framed
              caption="Active Affiliates"
              columns={[
                "Name",
                "Email",
                "Tier",
                "Stripe Coupon",
                "Referrals",
                "This Month (£)",
                "Earnings (£)",
                "Status",
                "Actions",
              ]}
            >
              {affiliates.map((affiliate) => (
                <tr key={affiliate.id} className="transition-colors hover:bg-sunken/60">
                  <th scope="row" className="text-left text-[0.9375rem] font-semibold wrap-anywhere">
                    {nameOf(affiliate)}
                  </th>
                  <td className="wrap-anywhere">{affiliate.email}</td>
                  <TierCell affiliate={affiliate} />
                  <td className="wrap-anywhere">
                    <Badge tone="outline">{affiliate.stripe_coupon_id}</Badge>
                  </td>
                  <td className="tabular-nums">{referralsOf(affiliate)}</td>
                  <td className="tabular-nums">{formatPounds(affiliate.pending_this_month)}</td>
                  <td className="tabular-nums">{formatPounds(affiliate.lifetime_earnings)}</td>
                  <td>
                    <Status affiliate={affiliate} />
                  </td>
                  <td>
                    <Actions affiliate={affiliate} {...ways} />
                  </td>
                </tr>
              ))}
            </LedgerTable>
          ) : (
            <ul aria-label="Active Affiliates" className="grid gap-3 md:grid-cols-2">
              {affiliates.map((affiliate) => (
                <ActiveCard key={affiliate.id} affiliate={affiliate}>
                  <Actions affiliate={affiliate} {...ways} />
                </ActiveCard>
              ))}
            </ul>
          )
        }
      </PagedList>
      {ending && <EndDialog affiliate={ending} onClose={() => setEnding(null)} />}
      {erasing && <EraseDialog affiliate={erasing} onClose={() => setErasing(null)} />}
      {returning && <TakeBackDialog affiliate={returning} onClose={() => setReturning(null)} />}
    </>
  );
}

function ActiveCard({ affiliate, children }: { affiliate: AffiliateSummary; children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col items-start gap-3 rounded-card border border-hairline bg-surface p-4">
      <div className="flex w-full items-start justify-between gap-3">
        <h3 className="min-w-0 font-sans text-lg leading-snug font-semibold tracking-normal wrap-anywhere">
          {nameOf(affiliate)}
        </h3>
        <Status affiliate={affiliate} />
      </div>
      <p className="text-sm text-muted wrap-anywhere">{affiliate.email}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Badge tone="outline">{affiliate.stripe_coupon_id}</Badge>
        <span>
          Tier {affiliate.tier}
          {affiliate.sponsor_name && `, by ${affiliate.sponsor_name}`}
        </span>
      </p>
      <p className="text-sm text-muted tabular-nums">
        {referralsOf(affiliate)} referrals active, {formatPounds(affiliate.pending_this_month)} this month,{" "}
        {formatPounds(affiliate.lifetime_earnings)} earned
      </p>
      {children}
    </li>
  );
}

/** Active referrals of all. */
const referralsOf = ({ active_referrals: active, total_referrals: all }: AffiliateSummary) =>
  `${active} / ${all}`;

/** An approved partner has set no password yet. */
const Status = ({ affiliate: { status, earns_until: until } }: { affiliate: AffiliateSummary }) =>
  until === null ? (
    <Badge tone={status === "active" ? "success" : "outline"}>{status}</Badge>
  ) : (
    <>
      <Badge tone="danger">left</Badge>
      <span className="block text-sm text-muted tabular-nums">
        {isPartnershipOver(until) ? "earned" : "earns"} until {formatDate(until)}
      </span>
    </>
  );

type ActionsProps = {
  affiliate: AffiliateSummary;
  onEnd: (affiliate: AffiliateSummary) => void;
  onTakeBack: (affiliate: AffiliateSummary) => void;
  onErase: (affiliate: AffiliateSummary) => void;
};

function Actions({ affiliate, onEnd, onTakeBack, onErase }: ActionsProps) {
  const { earns_until: until } = affiliate;
  const [label, act] =
    until === null
      ? ["End", onEnd]
      : isPartnershipOver(until)
        ? ["Erase", onErase]
        : ["Reinstate", onTakeBack];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ViewLink affiliate={affiliate} />
      <Button variant="quiet" className="min-h-11 text-[0.9375rem]" onClick={() => act(affiliate)}>
        <span>
          {label}
          <span className="sr-only"> {nameOf(affiliate)}</span>
        </span>
      </Button>
    </div>
  );
}

const ViewLink = ({ affiliate }: { affiliate: AffiliateSummary }) => (
  <ButtonLink
    href={affiliateViewPath(affiliate.id)}
    target="_blank"
    rel="noreferrer"
    variant="outlined"
    className="min-h-11 px-4 text-[0.9375rem]"
  >
    <ExternalLink className="size-4.5" aria-hidden="true" />
    <span>
      View<span className="sr-only"> {nameOf(affiliate)} (new tab)</span>
    </span>
  </ButtonLink>
);
