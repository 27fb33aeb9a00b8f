import titles from "#api/generated/titles.json";
import { useState } from "react";
import type { OnboardingRequestSummary } from "#api/generated/site.ts";
import { useTitle } from "#lib/use-title.ts";
import { CreateDialog } from "#areas/admin/clients/form/create-dialog.tsx";
import { useDialogParams } from "#lib/navigation/use-dialog-params.ts";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import {
  useDismiss,
  useRefreshOnboardingRequests,
  useOnboardingRequests,
  useForClient,
} from "./use-onboarding-requests.ts";
import { Trash2, Check, UserPlus } from "lucide-react";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { Time } from "#ui/time.tsx";
import { OnboardingLogo } from "./onboarding-logo.tsx";
import facts from "#api/generated/facts.json" with { type: "json" };
import type { WaitReason } from "#api/generated/enums.ts";

/** The set-up whose create dialog is open. */
const DIALOG_NAMES = ["make"] as const;

/** Set-ups sent by buyers, until each becomes a client or is dismissed. */
export default function OnboardingRequestsScreen() {
  useTitle(titles.adminSetups);
  const dialog = useDialogParams(DIALOG_NAMES);
  const { items, firstPage } = useOnboardingRequests();
  const making = useMaking(dialog.value("make"), items ?? []);
  const [dismissing, setDismissing] = useDialogSubject<OnboardingRequestSummary>();
  const [using, setUsing] = useDialogSubject<OnboardingRequestSummary>();
  const pending = firstPage?.pending;
  const refresh = useRefreshOnboardingRequests();
  useRestoreFocus(making !== null, true);
  return (
    <main>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 tabIndex={-1} className="text-4xl">
          Set-ups
        </h1>
        <p className="min-h-9 text-muted">
          {pending !== undefined && (
            <>
              <b className="font-display text-3xl leading-9 font-bold text-ink tabular-nums">{pending}</b>{" "}
              waiting
            </>
          )}
        </p>
      </div>
      <p className="mt-2 mb-5 max-w-[70ch] text-muted">
        Set-ups are normally automatic. These need checking: anyone can send one, so check the payment first.
      </p>
      <OnboardingRequestList
        onUse={setUsing}
        onMake={({ id }) => dialog.open({ make: id })}
        onDismiss={setDismissing}
      />
      {making && <CreateDialog setup={making} onCreated={refresh} onClose={dialog.close} />}
      {using && <UseDialog setup={using} onClose={() => setUsing(null)} />}
      {dismissing && <DismissDialog setup={dismissing} onClose={() => setDismissing(null)} />}
    </main>
  );
}

/** The set-up with this id. Kept after it leaves the list, since its client may be in the making. */
function useMaking(
  id: string,
  onboardingRequests: OnboardingRequestSummary[],
): OnboardingRequestSummary | null {
  const [last, setLast] = useState<OnboardingRequestSummary | null>(null);
  const found = onboardingRequests.find((setup) => setup.id === id);
  if (found && found !== last) setLast(found);
  return found ?? (last?.id === id ? last : null);
}

/** Confirms a dismissal and says what is lost. */
function DismissDialog({ setup, onClose }: { setup: OnboardingRequestSummary; onClose: () => void }) {
  const { mutate, isPending } = useDismiss(onClose);
  return (
    <ConfirmDialog
      title="Dismiss?"
      cancelLabel="Keep it"
      busy={isPending}
      icon={Trash2}
      verb="Dismiss this set-up"
      busyVerb="Dismissing"
      onConfirm={() => mutate(setup.id)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        This deletes everything that <b className="wrap-anywhere">{setup.name}</b> sent for{" "}
        <b className="wrap-anywhere">{setup.company}</b> {setup.has_logo ? ", with the logo" : ""}. It cannot
        be undone, and we notify nobody.
      </p>
    </ConfirmDialog>
  );
}

/** Confirms using a set-up for an existing client, with the consequences. */
function UseDialog({ setup, onClose }: { setup: OnboardingRequestSummary; onClose: () => void }) {
  const { mutate, isPending } = useForClient(onClose);
  const client = setup.payment?.client ?? "the client";
  return (
    <ConfirmDialog
      title={`Use for ${client}?`}
      cancelLabel="Not now"
      variant="signal"
      busy={isPending}
      icon={Check}
      verb="Set up and invite"
      busyVerb="Setting up"
      onConfirm={() => mutate(setup.id)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        <b className="wrap-anywhere">{client}</b> becomes <b className="wrap-anywhere">{setup.company}</b> and
        goes live. The invitation to the portal goes to the address that paid,{" "}
        <b className="wrap-anywhere">{setup.payment?.email}</b>.
      </p>
    </ConfirmDialog>
  );
}

type OnboardingRequestListProps = {
  onUse: (setup: OnboardingRequestSummary) => void;
  onMake: (setup: OnboardingRequestSummary) => void;
  onDismiss: (setup: OnboardingRequestSummary) => void;
};

function OnboardingRequestList({ onUse, onMake, onDismiss }: OnboardingRequestListProps) {
  return (
    <AdminList
      list={useOnboardingRequests()}
      subject="the set-ups"
      nouns={["waiting", "waiting"]}
      label="Set-ups, newest first"
      empty={{
        title: "No set-ups are waiting",
        text: "Set-ups that need checking wait here until you use or dismiss them.",
      }}
    >
      {(request) => (
        <OnboardingRequestItem
          key={request.id}
          setup={request}
          onUse={() => onUse(request)}
          onMake={() => onMake(request)}
          onDismiss={() => onDismiss(request)}
        />
      )}
    </AdminList>
  );
}

type OnboardingRequestItemProps = {
  setup: OnboardingRequestSummary;
  onUse: () => void;
  onMake: () => void;
  onDismiss: () => void;
};

/** One set-up as its buyer wrote it, with its actions. */
function OnboardingRequestItem({ setup, onUse, onMake, onDismiss }: OnboardingRequestItemProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-hairline px-5 py-4 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[auto_minmax(0,1fr)_15rem_auto] lg:gap-x-6">
      <OnboardingLogo setup={setup} />
      <div className="min-w-0">
        <p className="text-lg leading-snug font-semibold wrap-anywhere">{setup.company}</p>
        <p className="wrap-anywhere">{setup.name}</p>
        <p className="text-sm text-muted wrap-anywhere">{setup.email}</p>
      </div>
      <div className="col-span-2 flex flex-wrap gap-x-4 text-sm lg:col-span-1 lg:flex-col">
        <Time at={setup.created_at} className="tabular-nums" />
        <span className="text-muted">
          {setup.review_link_type === "None" ? "No review platform" : setup.review_link_type}
        </span>
      </div>
      <PaymentLine setup={setup} onUse={onUse} />
      {setup.same_email_client !== null && setup.same_email_client !== setup.payment?.client && (
        <p className="col-span-full border-l-2 border-warning pl-3 text-sm wrap-anywhere lg:row-start-3">
          <b>{setup.same_email_client}</b> already uses this address and was not changed. Two clients cannot
          sign in with the same address: give the new one a different address, or dismiss this set-up.
        </p>
      )}
      <div className="col-span-2 flex flex-wrap gap-2 lg:col-span-1 lg:col-start-4 lg:row-start-1">
        <Button variant="outlined" className="min-h-11 px-4 text-[0.9375rem]" onClick={onMake}>
          <UserPlus className="size-4.5" aria-hidden="true" />
          <span>
            Create client<span className="sr-only"> from {setup.company}</span>
          </span>
        </Button>
        <Button variant="danger" className="min-h-11 px-4 text-[0.9375rem]" onClick={onDismiss}>
          <Trash2 className="size-4.5" aria-hidden="true" />
          <span>
            Dismiss<span className="sr-only"> the set-up of {setup.company}</span>
          </span>
        </Button>
      </div>
    </li>
  );
}

const PLANS = { standard: facts.plans.standard.name, "no-setup": facts.plans.noSetup.name };

const REASONS: Record<WaitReason, (client: string) => string> = {
  "no-checkout": () => "No payment came with it.",
  "unknown-checkout": () =>
    "We can’t find its payment: Stripe has not told us about it yet, or it was made up.",
  "purchase-over": () => "Its payment was refunded, or the plan has ended: there is nothing to set up.",
  "no-client": () => "Its payment belongs to no client: assign it, or create a client.",
  "set-up-already": (client) => `${client} is set up already, and was not changed.`,
  "other-email": () => "It came from a different address than the payment. Check who sent it.",
  "email-taken": (client) =>
    `Another account signs in with the address that paid. If you use this, that account opens the portal of ${client}.`,
};

type PaymentLineProps = { setup: OnboardingRequestSummary; onUse: () => void };

/** The set-up's payment, why it waits, and its possible uses. */
function PaymentLine({ setup: { payment, wait_reason: reason, company }, onUse }: PaymentLineProps) {
  const client = payment?.client ?? "Its client";
  return (
    <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm lg:col-start-2 lg:col-end-5">
      <div className="min-w-0">
        {payment && (
          <p className="wrap-anywhere">
            <b className="font-semibold">{payment.plan ? PLANS[payment.plan] : "Another plan"}</b>, paid by{" "}
            {payment.email}
            {payment.client !== null && <span className="text-muted"> for the client {payment.client}</span>}
          </p>
        )}
        <p className="text-muted wrap-anywhere">
          {reason === null ? `It is about to be used for ${client}.` : REASONS[reason](client)}
        </p>
      </div>
      {payment?.is_open && (
        <Button variant="outlined" className="min-h-11 px-4 text-[0.9375rem]" onClick={onUse}>
          <Check className="size-4.5 shrink-0" aria-hidden="true" />
          <span className="wrap-anywhere">
            Use for {payment.client}
            <span className="sr-only">: the set-up of {company}</span>
          </span>
        </Button>
      )}
    </div>
  );
}
