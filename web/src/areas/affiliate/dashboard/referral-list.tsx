import type { ReferralActivity, ReferralStatus } from "#api/generated/enums.ts";
import type { ReferralView } from "#api/generated/affiliate.ts";
import { formatDate } from "#lib/format.ts";
import { useMediaQuery } from "#lib/use-media-query.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { DataTable } from "#ui/data-table.tsx";

/** A partner's referrals, newest first: a table on wide screens, else a list. */
export function ReferralList({ referrals }: { referrals: ReferralView[] }) {
  const wide = useMediaQuery("(min-width: 64rem)");
  return (
    <Card title="Your Referrals">
      {referrals.length === 0 ? (
        <p className="text-muted">
          Nobody has bought with your promo code or link yet. Anyone who does appears here.
        </p>
      ) : wide ? (
        <DataTable
          caption="Your Referrals"
          columns={["Name", "Email", "Company", "Status", "Referred", "First payment"]}
          widths={["w-[18%]", "w-[24%]", "", "w-40", "w-28", "w-28"]}
        >
          {referrals.map((referral) => (
            <tr key={referral.id}>
              <th scope="row" className="text-left font-semibold wrap-anywhere">
                {referral.contact_name}
              </th>
              <td className="wrap-anywhere">{referral.email}</td>
              <td className="wrap-anywhere">{referral.company_name}</td>
              <td>
                <StatusBadge referral={referral} />
                <Reason referral={referral} />
              </td>
              <td className="whitespace-nowrap tabular-nums">{formatDate(referral.referral_date)}</td>
              <td className="whitespace-nowrap tabular-nums">{firstPayment(referral)}</td>
            </tr>
          ))}
        </DataTable>
      ) : (
        <ul aria-label="Your Referrals" className="divide-y divide-hairline">
          {referrals.map((referral) => (
            <li key={referral.id} className="py-3 first:pt-0 last:pb-0">
              <div className="flex items-start justify-between gap-3">
                <p className="min-w-0 font-semibold wrap-anywhere">{referral.company_name}</p>
                <StatusBadge referral={referral} />
              </div>
              <p className="text-[0.9375rem] wrap-anywhere">
                {referral.contact_name}, <span className="text-muted">{referral.email}</span>
              </p>
              <p className="text-sm text-muted tabular-nums">
                <span className="whitespace-nowrap">Referred {formatDate(referral.referral_date)},</span>{" "}
                <span className="whitespace-nowrap">first payment {firstPayment(referral)}</span>
              </p>
              <Reason referral={referral} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const firstPayment = ({ first_payment_date: at }: ReferralView) => (at === null ? "-" : formatDate(at));

const TONES: Record<ReferralStatus, BadgeTone> = {
  active: "success",
  paid: "success",
  pending: "outline",
  canceled: "danger",
};

const REASONS: Partial<Record<ReferralActivity, string>> = {
  "self-referral": "Your own purchase, which earns nothing.",
  refunded: "We refunded its payment: it does not count this month.",
  "not-paid": "It has not paid for this month yet: it does not count.",
  "payment-failed": "Its payment failed: it does not count until it is paid.",
};

const StatusBadge = ({ referral: { subscription_status: status } }: { referral: ReferralView }) => (
  <Badge tone={TONES[status]}>{status}</Badge>
);

/** Why the client does not count, if the plan does not show it. */
function Reason({ referral: { activity } }: { referral: ReferralView }) {
  const reason = REASONS[activity];
  return reason === undefined ? null : <p className="mt-1 text-sm text-muted">{reason}</p>;
}
