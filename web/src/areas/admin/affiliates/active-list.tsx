import { ExternalLink } from "lucide-react";
import { type ReactNode, useState, useRef } from "react";
import type { AffiliateSummary } from "#api/generated/affiliate.ts";
import { formatDate, formatPounds } from "#lib/format.ts";
import { isPartnershipOver } from "#lib/partnership.ts";
import { useMediaQuery } from "#lib/use-media-query.ts";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { affiliateViewPath } from "#admin-paths.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LedgerTable } from "#ui/ledger-table.tsx";
import { PagedList } from "#ui/paged-list.tsx";
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
  const list = useAffiliates("active");
  const wide = useMediaQuery("(min-width: 80rem)");
  const [ending, setEnding] = useDialogSubject<AffiliateSummary>();
  const [returning, setReturning] = useDialogSubject<AffiliateSummary>();
  const [erasing, setErasing] = useDialogSubject<AffiliateSummary>();
  const ways = { onEnd: setEnding, onTakeBack: setReturning, onErase: setErasing };
  return (
    <>
      <h2 className="mt-8 mb-3 text-xl">Active Affiliates</h2>
      <PagedList
        list={list}
        subject="the affiliates"
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

type Props = { affiliate: AffiliateSummary; onClose: () => void };

/** Ends a partnership, with a reason. */
function EndDialog({ affiliate, onClose }: Props) {
  const { mutate, isPending } = useEndPartnership(affiliate, onClose);
  return (
    <ReasonDialog
      title="End this partnership?"
      action={["End partnership", "Ending..."]}
      isPending={isPending}
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
      action={["Erase data", "Erasing..."]}
      isPending={isPending}
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
  /** The button's label, and its label while pending. */
  action: [label: string, doing: string];
  isPending: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Confirms an action and requires a reason. */
function ReasonDialog({
  title,
  action: [label, doing],
  isPending,
  onReason,
  onClose,
  children,
}: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const close = () => form.current?.closest("dialog")?.close();
  return (
    <Dialog title={title} alignsLeft dismissesToasts onClose={onClose}>
      <p className="mt-3 text-[0.9375rem]">{children}</p>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) onReason(reason);
        }}
        className="mt-5 flex flex-col gap-2"
      >
        <TextArea
          label="Reason"
          rows={3}
          required
          maxLength={lengths.notes}
          value={reason}
          onChange={setReason}
        />
        <div className="mt-2 flex flex-col gap-3">
          <Button variant="danger" type="submit" disabled={isPending || reason.trim() === ""}>
            {isPending ? doing : label}
          </Button>
          <Button variant="outlined" onClick={close}>
            Keep it
          </Button>
        </div>
      </form>
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
