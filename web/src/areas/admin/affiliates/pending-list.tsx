import { Check, Settings2, X } from "lucide-react";
import type { AffiliateSummary } from "#api/generated/affiliate.ts";
import { formatDate } from "#lib/format.ts";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { TierCell } from "./tier-cell.tsx";
import { nameOf, type AffiliateList, useApprove } from "./use-affiliates.ts";

type Actions = {
  onConfigure: (affiliate: AffiliateSummary) => void;
  onReject: (affiliate: AffiliateSummary) => void;
};

/** Pending applications: a table on wide screens, else cards. */
export function PendingList({ list, ...actions }: Actions & { list: AffiliateList }) {
  return (
    <AdminList
      list={list}
      subject="the applications"
      nouns={["application", "applications"]}
      label="Pending Applications"
      look="cards"
      empty={{
        title: "No pending applications",
        text: "Applications wait here until you approve or reject them.",
      }}
      table={{
        minWidth: "64rem",
        render: (affiliates) => (
          <DataTable
            framed
            caption="Pending Applications"
            columns={["Name", "Email", "Tier", "Stripe Coupon Code", "Applied", "Actions"]}
          >
            {affiliates.map((affiliate) => (
              <PendingRow key={affiliate.id} affiliate={affiliate} {...actions} />
            ))}
          </DataTable>
        ),
      }}
    >
      {(affiliate) => <PendingCard key={affiliate.id} affiliate={affiliate} {...actions} />}
    </AdminList>
  );
}

type ItemProps = Actions & { affiliate: AffiliateSummary };

/** A click anywhere in it configures the application; for keyboards its name is a button. */
function PendingRow({ affiliate, onConfigure, onReject }: ItemProps) {
  return (
    <tr
      onClick={({ target }) => {
        if (!(target as Element).closest("button, a")) onConfigure(affiliate);
      }}
      className="cursor-pointer transition-colors hover:bg-sunken/60"
    >
      <th scope="row" className="text-left">
        <ConfigureButton affiliate={affiliate} onConfigure={onConfigure} />
      </th>
      <td className="wrap-anywhere">{affiliate.email}</td>
      <TierCell affiliate={affiliate} />
      <td>
        <Code affiliate={affiliate} />
      </td>
      <td className="whitespace-nowrap tabular-nums">{formatDate(affiliate.created_at)}</td>
      <td>
        <Decision affiliate={affiliate} onReject={onReject} />
      </td>
    </tr>
  );
}

function PendingCard({ affiliate, onConfigure, onReject }: ItemProps) {
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card border border-hairline bg-surface p-4">
      <div>
        <ConfigureButton affiliate={affiliate} onConfigure={onConfigure} />
        <p className="text-sm text-muted wrap-anywhere">{affiliate.email}</p>
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Code affiliate={affiliate} />
        <span>
          Tier {affiliate.tier}
          {affiliate.sponsor_name && `, by ${affiliate.sponsor_name}`}
        </span>
        <span className="text-muted tabular-nums">{formatDate(affiliate.created_at)}</span>
      </p>
      <Decision affiliate={affiliate} onReject={onReject} />
    </li>
  );
}

function ConfigureButton({ affiliate, onConfigure }: Pick<ItemProps, "affiliate" | "onConfigure">) {
  return (
    <button
      type="button"
      onClick={() => onConfigure(affiliate)}
      className="inline-flex min-h-11 items-center gap-2 rounded-sm text-left text-[0.9375rem] font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      <span className="wrap-anywhere">
        <span className="sr-only">Configure </span>
        {nameOf(affiliate)}
      </span>
      <Settings2 className="size-4 shrink-0 text-muted" aria-hidden="true" />
    </button>
  );
}

const Code = ({ affiliate: { stripe_coupon_id: code } }: { affiliate: AffiliateSummary }) =>
  code ? (
    <Badge tone="outline">
      <span className="wrap-anywhere">{code}</span>
    </Badge>
  ) : (
    <span className="text-muted">Not configured</span>
  );

const TOOLTIP = "Configure Stripe coupon code first";

/** Approve requires a code, and says so if pressed without one. */
function Decision({ affiliate, onReject }: Pick<ItemProps, "affiliate" | "onReject">) {
  const { mutate, isPending } = useApprove();
  const isReady = affiliate.stripe_coupon_id !== null;
  const approve = () => {
    if (isReady) mutate(affiliate.id);
    else void showToast("error", "Please configure the Stripe coupon code before approving this affiliate");
  };
  const srName = <span className="sr-only"> {nameOf(affiliate)}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="outlined"
        aria-disabled={!isReady || isPending}
        title={isReady ? undefined : TOOLTIP}
        onClick={isPending ? undefined : approve}
        className="min-h-11 px-4 text-[0.9375rem] aria-disabled:border-hairline aria-disabled:text-muted"
      >
        <Check className="size-4.5" aria-hidden="true" />
        <span>
          {isPending ? "Approving" : "Approve"}
          {srName}
        </span>
      </Button>
      <Button variant="danger" onClick={() => onReject(affiliate)} className="min-h-11 px-4 text-[0.9375rem]">
        <X className="size-4.5" aria-hidden="true" />
        <span>
          Reject
          {srName}
        </span>
      </Button>
    </div>
  );
}
