import { RotateCw } from "lucide-react";
import { Button } from "#ui/button.tsx";

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
