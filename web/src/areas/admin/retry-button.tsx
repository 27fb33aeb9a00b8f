import { RotateCw } from "lucide-react";
import { Button } from "#ui/button.tsx";

type Props = {
  label?: string;
  /** The ids of what it is about, and of why it cannot be pressed. */
  describedBy?: string;
  queuing: boolean;
  disabled?: boolean;
  className?: string;
  onRetry: () => void;
};

/** Queues again what has failed. */
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
