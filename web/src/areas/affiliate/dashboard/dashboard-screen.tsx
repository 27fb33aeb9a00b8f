import type { AffiliateDashboard, PayoutView } from "#api/generated/affiliate.ts";
import titles from "#api/generated/titles.json";
import { ApiError } from "#api/http.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadingFailed } from "#ui/loading-failed.tsx";
import { Notice } from "#ui/notice.tsx";
import { LoadingScreen } from "#ui/spinner.tsx";
import { CommissionHistory } from "./commission-history.tsx";
import { DataCard } from "./data-card.tsx";
import { NextPayout } from "./next-payout.tsx";
import { PayoutAccountCard } from "./payout-account-card.tsx";
import { ReferralList } from "./referral-list.tsx";
import { ReadyTexts, ShareKit } from "./share-kit.tsx";
import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import * as affiliate from "#api/generated/calls/affiliate.ts";
import facts, { daysAfterLeaving } from "#api/generated/partner-facts.json";
import { formatPence, formatDate, formatIsoMonth, formatPounds } from "#lib/format.ts";
import { Time } from "#ui/time.tsx";
import { Card } from "#ui/card.tsx";
import { Badge } from "#ui/badge.tsx";
import { PAYOUT_STATUS, delayOf, paidOut } from "./payout-status.ts";
import type { OwedStatus } from "#api/generated/enums.ts";
import { buttonClass, Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { useState } from "react";
import { isSignedOut } from "#auth/query-client.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showToast } from "#ui/toasts/toast.ts";

/** A partner’s payouts, referrals and earnings. */
export default function DashboardScreen() {
  useTitle(titles.affiliateDashboard);
  const { data, error, adminView, which, isFetching, refetch } = useAffiliateDashboard();
  if (data) return <Dashboard dashboard={data} adminView={adminView} which={which} />;
  if (!error || isFetching) return <LoadingScreen />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Notice title="Affiliate account not found">
        <p role="alert" className="text-muted">
          You are signed in, but not as a partner. Our support team can help.
        </p>
      </Notice>
    );
  }
  return <LoadingFailed error={error} onRetry={refetch} />;
}

type DashboardProps = { dashboard: AffiliateDashboard; adminView: boolean; which: URLSearchParams };

function Dashboard({ dashboard, adminView, which }: DashboardProps) {
  const { firstName, tier } = dashboard;
  const hasLeft = dashboard.leftAt !== null;
  return (
    <main>
      {adminView && (
        <p role="note" className="mb-6 rounded-card border border-warning px-4 py-2.5 wrap-anywhere">
          <b className="text-warning">Admin View Mode:</b>{" "}
          {`You are viewing ${firstName}'s dashboard as an administrator.`}
        </p>
      )}
      <h1 tabIndex={-1} className="text-4xl wrap-anywhere sm:text-5xl">
        Welcome, {firstName}!
      </h1>
      <p className="mt-1 text-muted">Tier {tier} Affiliate</p>
      <p className="mt-1 mb-6 text-sm text-muted">Days begin and end in UTC.</p>
      <div className="flex flex-col gap-5">
        <LeftNote dashboard={dashboard} />
        <NextPayout dashboard={dashboard} adminView={adminView} />
        <EarningsFigures dashboard={dashboard} />
        {hasLeft ? (
          !adminView && <PayoutAccountCard dashboard={dashboard} />
        ) : (
          <>
            <ShareKit dashboard={dashboard} />
            <div className="grid gap-5 lg:auto-cols-fr lg:grid-flow-col">
              <RatesCard activeReferrals={dashboard.activeReferrals} />
              {!adminView && <PayoutAccountCard dashboard={dashboard} />}
            </div>
            <ReadyTexts dashboard={dashboard} />
          </>
        )}
        <SponsoredCard dashboard={dashboard} />
        <ReferralList referrals={dashboard.referrals} />
        <CommissionHistory
          months={dashboard.months}
          referrals={dashboard.referrals}
          which={which}
          owner={{ name: `${firstName} ${dashboard.surname}`, code: dashboard.stripeCouponId }}
        />
        <PayoutList payouts={dashboard.payouts} />
        {!adminView && !hasLeft && <LeaveCard />}
        {!adminView && <DataCard dashboard={dashboard} />}
      </div>
    </main>
  );
}

/** The partner named in the URL of an admin's view; everybody else sees their own dashboard. */
function useRequestedPartner() {
  const [search] = useSearchParams();
  const adminView = search.get("adminView") === "true";
  const which = new URLSearchParams(adminView ? { affiliateId: search.get("affiliateId") ?? "" } : {});
  return { adminView, which };
}

/** A partner's referrals and commissions. */
function useAffiliateDashboard() {
  const { adminView, which } = useRequestedPartner();
  const query = useQuery({
    queryKey: ["affiliate", "dashboard", which.toString()],
    queryFn: ({ signal }) => affiliate.dashboardGet(which, signal),
  });
  return { ...query, adminView, which };
}

const FULL = facts.bandClients;
const FIRST = formatPence(facts.firstRatePence);
const SECOND = formatPence(facts.secondRatePence);

/** The rate for each client, and the way to the second band. */
function RatesCard({ activeReferrals }: { activeReferrals: number }) {
  if (activeReferrals > FULL) {
    return (
      <Card title="Tier 2 Unlocked!">
        <p className="text-[0.9375rem]">
          First {FULL} referrals: {FIRST} each | Referrals {FULL + 1}+: {SECOND} each
        </p>
      </Card>
    );
  }
  return (
    <Card title="Unlock Higher Earnings!">
      <div className="mb-2 flex justify-between gap-4 text-[0.9375rem]">
        <span className="font-semibold">Active referrals</span>
        <span className="tabular-nums">
          {activeReferrals} / {FULL}
        </span>
      </div>
      <progress className="progress-bar" aria-label="Active referrals" max={FULL} value={activeReferrals} />
      <p className="mt-4 text-[0.9375rem]">
        From {FULL + 1} active referrals, each additional client above {FULL} brings {SECOND} a month.
      </p>
      <p className="mt-2 text-sm text-muted">
        Current rate: {FIRST} per referral | Future rate ({FULL + 1}+): {SECOND} per additional referral
      </p>
    </Card>
  );
}

/** Payouts with their references at the bank. */
const PayoutList = ({ payouts }: { payouts: PayoutView[] }) =>
  payouts.length === 0 ? null : (
    <Card title="Payouts">
      <ol aria-label="Payouts, newest first" className="divide-y divide-hairline">
        {payouts.map(
          ({
            id,
            month_period: month,
            amount_pence: pence,
            paid_at: at,
            status,
            reference,
            replaces,
            ...how
          }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 text-[0.9375rem] leading-snug first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p>
                  <b className="font-semibold tabular-nums">{formatPounds(pence)}</b>
                  <span className="text-muted">
                    {replaces === null ? " for" : " taken back from the payout for"} the months up to{" "}
                    {formatIsoMonth(month.slice(0, 7))}
                  </span>
                </p>
                {reference !== "" && <p className="text-sm text-muted wrap-anywhere">{reference}</p>}
                {status === "failed" && <p className="text-sm text-warning">{delayOf(how)}</p>}
              </div>
              <p className="flex items-center gap-3 text-sm text-muted tabular-nums">
                <Badge tone={PAYOUT_STATUS[status][0]}>{PAYOUT_STATUS[status][1]}</Badge>
                <Time at={at} format={formatDate} />
              </p>
            </li>
          ),
        )}
      </ol>
    </Card>
  );

/** A partner's four key figures, and the state of the payouts. */
function EarningsFigures({ dashboard }: { dashboard: AffiliateDashboard }) {
  const { referrals, activeReferrals, lifetimeEarnings, delayedPence, pendingPayout, payoutStatus } =
    dashboard;
  const figures = [
    ["Total Referrals", String(referrals.length), ""],
    ["Active Referrals", String(activeReferrals), ""],
    ["Lifetime Earnings", formatPounds(lifetimeEarnings), paidOut(delayedPence)],
    [
      "Pending Payout",
      formatPounds(pendingPayout),
      payoutStatus === null ? notDue(pendingPayout) : waitsFor(payoutStatus, dashboard),
    ],
  ] as const;
  return (
    <dl
      aria-label="Your figures"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hairline bg-hairline lg:grid-cols-4"
    >
      {figures.map(([label, figure, note]) => (
        <div key={label} className="min-w-0 bg-surface px-5 py-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1">
            <span className="block font-display text-2xl leading-tight font-bold tracking-tight tabular-nums sm:text-4xl">
              {figure}
            </span>
            {note !== "" && <span className="mt-1 block text-sm text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** No closed month is owed; the running month may have been calculated. */
const notDue = (pendingPence: number) => (pendingPence === 0 ? "nothing is due" : "for this month so far");

function waitsFor(status: OwedStatus, { owedPence, payableNow, nextPayoutFrom }: AffiliateDashboard): string {
  const due = payableNow === owedPence ? "due now" : `${formatPounds(payableNow)} of it due now`;
  switch (status) {
    case "payable":
      return due;
    case "no_account":
      return `${due}: connect an account below`;
    case "account_not_ready":
      return `${due}: finish your account below`;
    case "below_minimum":
      return `paid out from ${formatPence(facts.minPayoutPence)}`;
    case "month_open":
      return `next payout from ${formatDate(nextPayoutFrom)}`;
    case "overpaid":
      return "set against what you earn next";
  }
}

/** The link for other partners, and the sponsored partners with their clients. */
function SponsoredCard({ dashboard }: { dashboard: AffiliateDashboard }) {
  const { sponsorUrl, sponsored, leftAt } = dashboard;
  if (leftAt !== null && sponsored.length === 0) return null;
  return (
    <Card title="Partners you sponsor">
      {leftAt === null && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <p className="text-[0.9375rem] text-muted">
              You sponsor every partner who applies through this link, and earn{" "}
              {formatPence(facts.overrideRatePence)} a month for each of their active clients.
            </p>
            <p className="mt-1 font-semibold wrap-anywhere select-all">{sponsorUrl}</p>
          </div>
          <CopyButton
            text={sponsorUrl}
            label="Copy partner link"
            copied="Copied!"
            className={buttonClass("outlined")}
          />
        </div>
      )}
      {sponsored.length > 0 && (
        <ul
          aria-label="Partners you sponsor"
          className="mt-4 divide-y divide-hairline border-t border-hairline"
        >
          {sponsored.map((partner) => (
            <li
              key={partner.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 text-[0.9375rem] tabular-nums last:pb-0"
            >
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{partner.name}</p>
                <p className="text-sm text-muted">Partner since {formatDate(partner.approved_at)}</p>
                {partner.own_purchases > 0 && (
                  <p className="text-sm text-muted">
                    {partner.own_purchases === 1
                      ? "One more client is your own purchase and earns you nothing."
                      : `${partner.own_purchases} more clients are your own purchases and earn you nothing.`}
                  </p>
                )}
              </div>
              <p className="text-muted">
                {partner.active_clients} active {partner.active_clients === 1 ? "client" : "clients"}:{" "}
                <b className="font-semibold text-ink">{formatPounds(partner.monthly_pence)}</b> a month
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Leaves the programme. */
function LeaveCard() {
  const [confirming, setConfirming] = useState(false);
  useRestoreFocus(confirming);
  const queries = useQueryClient();
  const close = () => setConfirming(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => affiliate.departureLeave({}, { reason: "" }),
    onSuccess: () => showToast("success", "You have left the partner programme"),
    onError: (error) => {
      if (!isSignedOut(error)) void showToast("error", "You are still a partner", error.message);
    },
    onSettled: () => {
      close();
      return queries.invalidateQueries({ queryKey: ["affiliate"] });
    },
  });
  return (
    <Card title="Leave the programme">
      <p className="max-w-[60ch] text-[0.9375rem] text-muted">
        You can leave at any time. Your active clients count for {daysAfterLeaving} more days. We pay out
        everything you have earned by then as usual, and your statements stay here.
      </p>
      <Button variant="outlined" className="mt-4" onClick={() => setConfirming(true)}>
        Leave the programme
      </Button>
      {confirming && (
        <ConfirmDialog
          title="Leave the programme?"
          verb="Leave the programme"
          busyVerb="Leaving..."
          cancelLabel="Stay a partner"
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={close}
        >
          <p className="mt-3">
            Your promo code and your link stop working: they give nobody a discount and bring you no new
            clients. Clients who have the discount keep it. We can take you back within {daysAfterLeaving}{" "}
            days.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** A note for a partner who has left. */
function LeftNote({ dashboard: { leftAt, earnsUntil } }: { dashboard: AffiliateDashboard }) {
  if (leftAt === null || earnsUntil === null) return null;
  return (
    <p className="rounded-card border border-hairline bg-surface px-5 py-4">
      <b>You left the programme on {formatDate(leftAt)}.</b> Your active, paying clients count until{" "}
      {formatDate(earnsUntil)}. Your statements stay here.
    </p>
  );
}
