import { useState } from "react";
import type { SetupLine } from "../../../api/generated/SetupLine.ts";
import { useTitle } from "../../../ui/use-title.ts";
import { CreateDialog } from "../clients/form/create-dialog.tsx";
import { DismissDialog } from "./dismiss-dialog.tsx";
import { SetupList } from "./setup-list.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useRefreshSetups, useSetups } from "./use-setups.ts";

/** What buyers sent after the purchase, until each is a client or dismissed. */
export default function SetupsScreen() {
  useTitle("Set-ups");
  const [making, setMaking] = useState<SetupLine | null>(null);
  const [dismissing, setDismissing] = useState<SetupLine | null>(null);
  const pending = useSetups().data?.pages[0]?.pending;
  const refresh = useRefreshSetups();
  const heading = useKeptFocus(making !== null || dismissing !== null);
  const close = () => {
    setMaking(null);
    // Somebody else may have been faster, which a refusal has just told.
    void refresh();
  };
  return (
    <main>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 ref={heading} tabIndex={-1} className="text-4xl">
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
      <SetupList onMake={setMaking} onDismiss={setDismissing} />
      {making && <CreateDialog setup={making} onCreated={refresh} onClose={close} />}
      {dismissing && <DismissDialog setup={dismissing} onClose={() => setDismissing(null)} />}
    </main>
  );
}
