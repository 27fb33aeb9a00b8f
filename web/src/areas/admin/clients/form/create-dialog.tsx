import { useState } from "react";
import { WindowDialog } from "../../../../ui/window-dialog.tsx";
import { CreateForm } from "./create-form.tsx";
import { CreatedPanel, type NewClient } from "./created-panel.tsx";

/** A new client: its form, then its password, which is shown here and never again. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<NewClient | null>(null);
  return created ? (
    <WindowDialog key="created" title="Client created" onClose={onClose} firm>
      <CreatedPanel client={created} onDone={onClose} />
    </WindowDialog>
  ) : (
    <WindowDialog key="new" title="New client" onClose={onClose}>
      <CreateForm onCreated={setCreated} />
    </WindowDialog>
  );
}
