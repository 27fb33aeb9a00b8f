import type { AffiliateDashboard } from "#api/generated/affiliate.ts";
import facts from "#api/generated/partner-facts.json";
import { formatDate, formatPence, formatPounds } from "#lib/format.ts";
import { buttonClass } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";

/** The link for other partners, and the sponsored partners with their clients. */
export function SponsoredCard({ dashboard }: { dashboard: AffiliateDashboard }) {
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
