import { RotateCw } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toasts/toast.ts";

type Props = {
  label?: string;
  /** Ids of its subject, and of the reason why it is disabled. */
  describedBy?: string;
  queuing: boolean;
  disabled?: boolean;
  className?: string;
  onRetry: () => void;
};

export function RetryButton({
  label = "Retry",
  describedBy,
  queuing,
  disabled = false,
  className = "",
  onRetry,
}: Props) {
  return (
    <Button
      variant="outlined"
      className={`min-h-11 text-[0.9375rem] ${className}`}
      aria-describedby={describedBy}
      disabled={disabled || queuing}
      onClick={onRetry}
    >
      <RotateCw className="size-4.5" aria-hidden="true" />
      {queuing ? "Queuing" : label}
    </Button>
  );
}

/** Reports a "Retry all". A press queues a limited number, so some may be left. */
export function toastRetryAll(
  { queued, left }: { queued: number; left: number },
  [one, many]: [one: string, many: string],
): void {
  const rest = left > 0 ? `. ${left} more ${left === 1 ? "is" : "are"} waiting: press again.` : "";
  void showToast("success", "Bulk retry initiated", `${queued} ${queued === 1 ? one : many} queued${rest}`);
}
