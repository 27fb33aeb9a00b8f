import { useState, useRef } from "react";
import type { AffiliateSummary, PayoutLine } from "#api/generated/affiliate.ts";
import titles from "#api/generated/titles.json";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { DialogForm } from "#areas/admin/dialog-form.tsx";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { useTitle } from "#lib/use-title.ts";
import { Tabs } from "#ui/tabs.tsx";
import { ActiveList } from "./active-list.tsx";
import { CommissionsCard } from "./commissions-card.tsx";
import { OwedCard } from "./owed-card.tsx";
import { PendingList } from "./pending-list.tsx";
import { useAffiliates, nameOf, useReject, useConfigure } from "./use-affiliates.ts";
import { X, TriangleAlert } from "lucide-react";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { formatDate, formatIsoMonth, formatPounds } from "#lib/format.ts";
import { Time } from "#ui/time.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { SettlePayoutDialog } from "./payout-dialog.tsx";
import { PAYOUT_STATUS, usePayouts } from "./use-payouts.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { lengths, texts } from "#api/generated/rules.json";
import { ApiError } from "#api/http.ts";
import { focusField } from "#lib/use-form.ts";
import { TextArea } from "#ui/fields/text-area.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { showToast } from "#ui/toasts/toast.ts";

const NAMES = ["tab"] as const;

/** Partner applications, partners and their commissions. */
export default function AffiliatesScreen() {
  useTitle(titles.adminAffiliates);
  const search = useSearchState(NAMES);
  const chosen = search.value("tab") === "active" ? "active" : "pending";
  const list = useAffiliates("pending");
  const [configured, setConfigured] = useDialogSubject<AffiliateSummary>();
  const [rejected, setRejected] = useDialogSubject<AffiliateSummary>();
  return (
    <main>
      <h1 tabIndex={-1} className="text-4xl">
        Affiliate Management
      </h1>
      <p className="mt-1 mb-4 text-sm text-muted">Dates are UTC.</p>
      <Tabs
        label="Affiliates"
        tabs={[
          { name: "pending", label: "Pending Applications", count: list.firstPage?.pending },
          { name: "active", label: "Active Affiliates" },
        ]}
        chosen={chosen}
        onChoose={(name) => search.set({ tab: name === "active" ? name : "" })}
      >
        {chosen === "active" ? (
          <>
            <CommissionsCard />
            <OwedCard />
            <PayoutsCard />
            <ActiveList />
          </>
        ) : (
          <PendingList list={list} onConfigure={setConfigured} onReject={setRejected} />
        )}
      </Tabs>
      {configured && (
        <ConfigureDialog
          affiliate={configured}
          checksCodes={list.firstPage?.checks_codes ?? true}
          onClose={() => setConfigured(null)}
        />
      )}
      {rejected && <RejectDialog affiliate={rejected} onClose={() => setRejected(null)} />}
    </main>
  );
}

type RejectDialogProps = { affiliate: AffiliateSummary; onClose: () => void };

function RejectDialog({ affiliate, onClose }: RejectDialogProps) {
  const { mutate, isPending } = useReject(onClose);
  return (
    <ConfirmDialog
      title="Reject?"
      cancelLabel="Keep it"
      busy={isPending}
      icon={X}
      verb="Reject this application"
      busyVerb="Rejecting"
      onConfirm={() => mutate(affiliate.id)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        This deletes <b className="wrap-anywhere">{nameOf(affiliate)}</b>’s application. We notify nobody, and
        the same address can apply again. The audit log records the rejection.
      </p>
    </ConfirmDialog>
  );
}

function PayoutsCard() {
  const [settled, setSettled] = useDialogSubject<PayoutLine>();
  return (
    <Card title="Payouts" className="mb-5">
      <AdminList
        list={usePayouts()}
        subject="the payouts"
        nouns={["payout", "payouts"]}
        label="Payouts, newest first"
        look="divided"
        empty="No payouts yet."
      >
        {(payout) => <PayoutItem key={payout.id} payout={payout} onSettle={() => setSettled(payout)} />}
      </AdminList>
      {settled && <SettlePayoutDialog payout={settled} onClose={() => setSettled(null)} />}
    </Card>
  );
}

function PayoutItem({ payout, onSettle }: { payout: PayoutLine; onSettle: () => void }) {
  const [tone, words] = PAYOUT_STATUS[payout.status];
  const reference = payout.transfer_id ?? payout.reference;
  return (
    <li className="grid items-start gap-x-6 gap-y-1 py-3.5 text-[0.9375rem] leading-snug first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{payout.name}</p>
        <p className="text-sm text-muted">
          {payout.replaces === null ? "Up to" : "Reversed part of the payout up to"}{" "}
          {formatIsoMonth(payout.month_period.slice(0, 7))}
        </p>
      </div>
      <div className="min-w-0">
        {payout.problem !== null && <p className="text-danger wrap-anywhere">{payout.problem}</p>}
        {reference !== "" && <p className="text-sm text-muted wrap-anywhere">{reference}</p>}
        {payout.status === "failed" && (
          <Button variant="outlined" className="my-1 min-h-11 px-4 text-[0.9375rem]" onClick={onSettle}>
            Settle<span className="sr-only"> {payout.name}</span>
          </Button>
        )}
      </div>
      <p className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 tabular-nums lg:grid-cols-[5.5rem_6rem_6rem]">
        <b className="order-last text-right font-semibold">{formatPounds(payout.amount_pence)}</b>
        <span>
          <Badge tone={tone}>{payout.taken_back ? "reversed" : words}</Badge>
        </span>
        <Time at={payout.paid_at} format={formatDate} className="text-sm text-muted" />
      </p>
    </li>
  );
}

type ConfigureDialogProps = { affiliate: AffiliateSummary; checksCodes: boolean; onClose: () => void };

/** Sets the promotion code that a partner will share, and can create a missing one. */
function ConfigureDialog({ affiliate, checksCodes, onClose }: ConfigureDialogProps) {
  const [code, setCode] = useState(affiliate.stripe_coupon_id ?? "");
  const [notes, setNotes] = useState(affiliate.notes);
  const [fault, setFault] = useState("");
  /** The code that the payment provider has not. */
  const [missing, setMissing] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending } = useConfigure(affiliate, () => form.current?.closest("dialog")?.close());

  const save = (create: boolean) => {
    if (isPending) return;
    setFault("");
    if (code.trim() === "") {
      setFault(texts.codeMissing);
      focusField(form.current, "code");
      void showToast("error", "Validation Error", texts.codeMissing);
      return;
    }
    mutate(
      { stripe_coupon_id: code, notes, create_code: create },
      {
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          if (error.code === "code_missing") setMissing(code);
          const isOfCode = error.code.startsWith("code_") || error.code === "no_coupon";
          setFault(error.fields.stripe_coupon_id ?? (isOfCode ? error.message : ""));
          focusField(form.current, "code");
        },
      },
    );
  };

  return (
    <Dialog title="Configure Affiliate" alignsLeft dismissesToasts onClose={onClose}>
      <p className="text-muted wrap-anywhere">
        {nameOf(affiliate)}
        <span className="block">{affiliate.email}</span>
      </p>
      {affiliate.sponsor_name && (
        <p className="text-sm text-muted wrap-anywhere">
          Tier 2: brought by {affiliate.sponsor_name} ({affiliate.sponsor_email})
        </p>
      )}
      <DialogForm
        ref={form}
        verb="Save Configuration"
        busyVerb="Saving..."
        busy={isPending}
        onSubmit={() => save(false)}
      >
        <TextField
          label="Stripe Coupon Code"
          name="code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={lengths.promotionCode}
          value={code}
          error={fault || undefined}
          onChange={(text) => {
            setCode(text.toUpperCase());
            setFault("");
          }}
        />
        {missing !== "" && missing === code && (
          <Button variant="outlined" disabled={isPending} onClick={() => save(true)} className="mb-2">
            <span className="wrap-anywhere">Create {code} in Stripe and save</span>
          </Button>
        )}
        <TextArea
          label="Admin Notes (Optional)"
          rows={3}
          maxLength={lengths.notes}
          value={notes}
          onChange={setNotes}
        />
        <p className="flex gap-2.5 rounded-control border border-warning p-3 text-sm">
          <TriangleAlert className="size-5 shrink-0 text-warning" aria-hidden="true" />
          {checksCodes
            ? "The coupon has to exist in Stripe before you approve. We check it when you save."
            : "The coupon has to exist in Stripe before you approve. No Stripe key is set here, so the code is not checked."}
        </p>
      </DialogForm>
    </Dialog>
  );
}
