import { useState } from "react";
import type { SetupLine } from "../../../../api/generated/SetupLine.ts";
import { WindowDialog } from "../../../../ui/window-dialog.tsx";
import { CreateForm } from "./create-form.tsx";
import { CreatedPanel, type NewClient } from "./created-panel.tsx";

type Props = {
  /** What the form begins with; done when the client is there. */
  setup?: SetupLine;
  onCreated?: () => unknown;
  onClose: () => void;
};

/** A new client: its form, then its password, which is shown here and never again. */
export function CreateDialog({ setup, onCreated, onClose }: Props) {
  const [created, setCreated] = useState<NewClient | null>(null);
  return created ? (
    <WindowDialog key="created" title="Client created" onClose={onClose} firm>
      <CreatedPanel client={created} onDone={onClose} />
    </WindowDialog>
  ) : (
    <WindowDialog key="new" title="New client" onClose={onClose}>
      <CreateForm
        setup={setup}
        onCreated={(client) => {
          setCreated(client);
          onCreated?.();
        }}
      />
    </WindowDialog>
  );
}
