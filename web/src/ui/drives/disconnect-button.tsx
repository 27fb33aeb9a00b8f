import { Unplug } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";

type Props = {
  /** Title of the confirmation. */
  question: string;
  busy: boolean;
  /** Ends the connection, and calls this in the end. */
  onDisconnect: (close: () => void) => void;
  /** The consequences. */
  children: ReactNode;
};

/** Ends the connection to a drive, once that is confirmed. */
export function DisconnectButton({ question, busy, onDisconnect, children }: Props) {
  const [confirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        Disconnect
      </Button>
      {confirming && (
        <ConfirmDialog
          title={question}
          icon={Unplug}
          verb="Disconnect"
          cancelLabel="Keep it connected"
          busy={busy}
          onConfirm={() => onDisconnect(close)}
          onClose={close}
        >
          <p>{children}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
