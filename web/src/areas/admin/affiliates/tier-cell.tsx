import type { AffiliateSummary } from "#api/generated/affiliate.ts";

/** The tier, and who brought the partner. */
export function TierCell({
  affiliate: { tier, sponsor_name: sponsor, sponsor_email },
}: {
  affiliate: AffiliateSummary;
}) {
  return (
    <td>
      {tier}
      {sponsor && (
        <span className="block text-muted wrap-anywhere" title={sponsor_email ?? undefined}>
          by {sponsor}
        </span>
      )}
    </td>
  );
}
