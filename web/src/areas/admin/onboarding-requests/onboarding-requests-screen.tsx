import titles from "#api/generated/titles.json";
import { useState } from "react";
import type { OnboardingRequestSummary } from "#api/generated/site.ts";
import { useTitle } from "#lib/use-title.ts";
import { CreateDialog } from "#areas/admin/clients/form/create-dialog.tsx";
import { useDialogParams } from "#lib/navigation/use-dialog-params.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { UseDialog } from "./use-dialog.tsx";
import { OnboardingRequestList } from "./onboarding-request-list.tsx";
import {
  useDismiss,
  useRefreshOnboardingRequests,
  useOnboardingRequests,
} from "./use-onboarding-requests.ts";
import { Trash2 } from "lucide-react";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";

/** The set-up whose create dialog is open. */
const DIALOG_NAMES = ["make"] as const;

/** Set-ups sent by buyers, until each becomes a client or is dismissed. */
export default function OnboardingRequestsScreen() {
  useTitle(titles.adminSetups);
  const dialog = useDialogParams(DIALOG_NAMES);
  const { items, firstPage } = useOnboardingRequests();
  const making = useMaking(dialog.value("make"), items ?? []);
  const [dismissing, setDismissing] = useState<OnboardingRequestSummary | null>(null);
  const [using, setUsing] = useState<OnboardingRequestSummary | null>(null);
  const pending = firstPage?.pending;
  const refresh = useRefreshOnboardingRequests();
  useRestoreFocus(making !== null, true);
  useRestoreFocus(dismissing !== null);
  useRestoreFocus(using !== null);
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
