import type { AffiliateDashboard } from "#api/generated/affiliate.ts";
import titles from "#api/generated/titles.json";
import { ApiError } from "#api/http.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadingFailed } from "#ui/loading-failed.tsx";
import { Notice } from "#ui/notice.tsx";
import { LoadingScreen } from "#ui/spinner.tsx";
import { CommissionHistory } from "./commission-history.tsx";
import { DataCard } from "./data-card.tsx";
import { LeaveCard, LeftNote } from "./departure.tsx";
import { EarningsFigures } from "./earnings-figures.tsx";
import { NextPayout } from "./next-payout.tsx";
import { PayoutAccountCard } from "./payout-account-card.tsx";
import { PayoutList } from "./payout-list.tsx";
import { RatesCard } from "./rates-card.tsx";
import { ReferralList } from "./referral-list.tsx";
import { ReadyTexts, ShareKit } from "./share-kit.tsx";
import { SponsoredCard } from "./sponsored-card.tsx";
import { useAffiliateDashboard } from "./use-affiliate-dashboard.ts";

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

type Props = { dashboard: AffiliateDashboard; adminView: boolean; which: URLSearchParams };

function Dashboard({ dashboard, adminView, which }: Props) {
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
