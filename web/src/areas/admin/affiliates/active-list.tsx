import { ExternalLink } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { AffiliateSummary } from "#api/generated/affiliate.ts";
import { formatDate, formatPounds } from "#lib/format.ts";
import { isPartnershipOver } from "#lib/partnership.ts";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { DialogForm } from "#areas/admin/dialog-form.tsx";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { affiliateViewPath } from "#admin-paths.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { TierCell } from "./tier-cell.tsx";
import { nameOf, useAffiliates, useEndPartnership, useErasePartner, useTakeBack } from "./use-affiliates.ts";
import { moneyYears } from "#api/generated/facts.json";
import { daysAfterLeaving } from "#api/generated/partner-facts.json";
import { lengths } from "#api/generated/rules.json";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextArea } from "#ui/fields/text-area.tsx";

/** The partners: a table on wide screens, else cards. */
export function ActiveList() {
  const [ending, setEnding] = useDialogSubject<AffiliateSummary>();
  const [returning, setReturning] = useDialogSubject<AffiliateSummary>();
  const [erasing, setErasing] = useDialogSubject<AffiliateSummary>();
  const ways = { onEnd: setEnding, onTakeBack: setReturning, onErase: setErasing };
  return (
    <>
      <h2 className="mt-8 mb-3 text-xl">Active Affiliates</h2>
      <AdminList
        list={useAffiliates("active")}
        subject="the affiliates"
        nouns={["affiliate", "affiliates"]}
        label="Active Affiliates"
        look="cards"
        empty={{ title: "No active affiliates", text: "Approved partners appear here." }}
        table={{
          minWidth: "80rem",
          render: (affiliates) => (
            <DataTable
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
            </DataTable>
          ),
        }}
      >
        {(affiliate) => (
          <ActiveCard key={affiliate.id} affiliate={affiliate}>
            <Actions affiliate={affiliate} {...ways} />
          </ActiveCard>
        )}
      </AdminList>
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

type Props = { affiliate: AffiliateSummary; onClose: () => void };

/** Ends a partnership, with a reason. */
function EndDialog({ affiliate, onClose }: Props) {
  const { mutate, isPending } = useEndPartnership(affiliate, onClose);
  return (
    <ReasonDialog
      title="End this partnership?"
      verb="End partnership"
      busyVerb="Ending..."
      busy={isPending}
      onReason={mutate}
      onClose={onClose}
    >
      The code and link of <b className="wrap-anywhere">{nameOf(affiliate)}</b> stop bringing new clients.
      Active clients count for {daysAfterLeaving} more days, and you can reinstate the partner until then. We
      tell the partner by email; the reason is only in the audit log.
    </ReasonDialog>
  );
}

/** Erases the data of a partner who has left. */
function EraseDialog({ affiliate, onClose }: Props) {
  const { mutate, isPending } = useErasePartner(affiliate, onClose);
  return (
    <ReasonDialog
      title="Erase this partner’s data?"
      verb="Erase data"
      busyVerb="Erasing..."
      busy={isPending}
      onReason={mutate}
      onClose={onClose}
    >
      We delete the login, address, code and payout account of{" "}
      <b className="wrap-anywhere">{nameOf(affiliate)}</b> at once, and cannot bring them back. Earnings and
      payouts stay. We keep the name with payouts for {moneyYears} years after the last one.
    </ReasonDialog>
  );
}

type ReasonDialogProps = {
  title: string;
  verb: string;
  busyVerb: string;
  busy: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Confirms an action and requires a reason. */
function ReasonDialog({ title, onReason, onClose, children, ...buttons }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  return (
    <Dialog title={title} alignsLeft dismissesToasts onClose={onClose}>
      <p className="mt-3 text-[0.9375rem]">{children}</p>
      <DialogForm
        {...buttons}
        variant="danger"
        cancelLabel="Keep it"
        disabled={reason.trim() === ""}
        onSubmit={() => onReason(reason)}
      >
        <div className="-mb-2">
          <TextArea
            label="Reason"
            rows={3}
            required
            maxLength={lengths.notes}
            value={reason}
            onChange={setReason}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
}

function TakeBackDialog({ affiliate, onClose }: Props) {
  const { mutate, isPending } = useTakeBack(affiliate, onClose);
  const { earns_until: until } = affiliate;
  return (
    <ConfirmDialog
      title="Reinstate this partner?"
      cancelLabel="Keep it ended"
      busy={isPending}
      verb="Reinstate"
      busyVerb="Reinstating..."
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        <b className="wrap-anywhere">{nameOf(affiliate)}</b> becomes a partner again as if the partnership had
        never ended, with the same code and link. {until !== null && `Possible until ${formatDate(until)}.`}
      </p>
    </ConfirmDialog>
  );
}
