import { useState } from "react";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";

/** State of a dialog: the item that it is open for, or `null`. Focuses the screen's heading when it closes. */
export function useDialogSubject<Item>() {
  const [item, setItem] = useState<Item | null>(null);
  useRestoreFocus(item !== null);
  return [item, setItem] as const;
}
