import { useState } from "react";
import type { SetupLine } from "../../../api/generated/SetupLine.ts";
import { useTitle } from "../../../ui/use-title.ts";
import { CreateDialog } from "../clients/form/create-dialog.tsx";
import { useAddress } from "../../../use-address.ts";
import { useKeptFocus } from "../use-kept-focus.ts";
import { DismissDialog } from "./dismiss-dialog.tsx";
import { SetupList } from "./setup-list.tsx";
import { useRefreshSetups, useSetups } from "./use-setups.ts";

/** Which set-up a client is made of. */
const DIALOGS = ["make"] as const;

/** What buyers sent after the purchase, until each is a client or dismissed. */
export default function SetupsScreen() {
  useTitle("Set-ups");
  const dialog = useAddress(DIALOGS);
  const found = useSetups().data;
  const making = useMaking(dialog.value("make"), found?.pages.flatMap((page) => page.setups) ?? []);
  const [dismissing, setDismissing] = useState<SetupLine | null>(null);
  const pending = found?.pages[0]?.pending;
  const refresh = useRefreshSetups();
  useKeptFocus(making !== null, true);
  useKeptFocus(dismissing !== null);
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
        Sent by buyers after the purchase, and unchecked: anybody can send one. Compare it with a paid
        checkout before you make a client of it.
      </p>
      <SetupList onMake={({ id }) => dialog.open({ make: id })} onDismiss={setDismissing} />
      {making && <CreateDialog setup={making} onCreated={refresh} onClose={dialog.close} />}
      {dismissing && <DismissDialog setup={dismissing} onClose={() => setDismissing(null)} />}
    </main>
  );
}

/** The set-up of this id. It stays here when it is no longer among those that wait: its client may just be made. */
function useMaking(id: string, setups: SetupLine[]): SetupLine | null {
  const [last, setLast] = useState<SetupLine | null>(null);
  const found = setups.find((setup) => setup.id === id);
  if (found && found !== last) setLast(found);
  return found ?? (last?.id === id ? last : null);
}
