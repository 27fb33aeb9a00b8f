import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { SetupLine } from "../../../../api/generated/SetupLine.ts";
import { WindowDialog } from "../../../../ui/window-dialog.tsx";
import { CreateForm } from "./create-form.tsx";
import { CreatedPanel, type NewClient } from "./created-panel.tsx";
import { useNoWayBack } from "./use-no-way-back.ts";

type Props = {
  /** What the form begins with; done when the client is there. */
  setup?: SetupLine;
  onCreated?: () => unknown;
  onClose: () => void;
};

/**
 * A new client: its form, then its password, which is shown here and never again. So nothing leads away from it but
 * its own button, from the moment the client is being created.
 */
export function CreateDialog({ setup, onCreated, onClose }: Props) {
  const [created, setCreated] = useState<NewClient | null>(null);
  const [busy, setBusy] = useState(false);
  const [closed, setClosed] = useState(false);
  useNoWayBack(created ? !closed : busy);

  // Closed while the client was being created, which then failed: there is nothing to show.
  useEffect(() => {
    if (closed && !busy && !created) onClose();
  }, [closed, busy, created, onClose]);

  const finish = () => {
    // Before it is closed, which may be a step back of our own.
    flushSync(() => setClosed(true));
    onClose();
  };
  return created ? (
    <WindowDialog key="created" title="Client created" onClose={finish} firm>
      <CreatedPanel client={created} onDone={finish} />
    </WindowDialog>
  ) : (
    <WindowDialog key="new" title="New client" onClose={() => (busy ? setClosed(true) : onClose())}>
      <CreateForm
        setup={setup}
        onBusy={setBusy}
        onCreated={(client) => {
          setClosed(false);
          setCreated(client);
          onCreated?.();
        }}
      />
    </WindowDialog>
  );
}
