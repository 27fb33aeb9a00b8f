import { LogOut } from "lucide-react";
import { useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import type { LeaveGuard } from "./use-leave-guard.ts";

type Props = {
  guard: LeaveGuard;
  sending: boolean;
  /** Leaving was confirmed. */
  onLeave: () => void;
};

/** One stray tap must not cost anyone their recording. */
export function LeaveDialog({ guard, sending, onLeave }: Props) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title="Leave without sending?" onClose={guard.stay}>
      <p className="mb-6 text-center text-lg text-muted">
        {sending
          ? "Your video is still on its way. If you leave now, it is not sent."
          : "Your video has not been sent yet. If you leave now, it is lost."}
      </p>
      <div className="flex flex-col gap-3">
        <Button
          ref={stay}
          onClick={() => {
            // Closed explicitly, so that the focus is restored; before `stay`, so that the next key does not reach it.
            stay.current?.closest("dialog")?.close();
            guard.stay();
          }}
        >
          Stay here
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onLeave();
            guard.leave();
          }}
        >
          <LogOut className="size-5" aria-hidden="true" />
          Leave without sending
        </Button>
      </div>
    </Dialog>
  );
}
