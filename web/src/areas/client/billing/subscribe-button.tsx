import { ExternalLink } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { useSubscribe } from "./use-billing.ts";

/** Leads to the page on which the plan is paid by card. */
export function SubscribeButton({
  clientId,
  label,
  className,
}: {
  clientId: string;
  label: string;
  className: string;
}) {
  const { mutate, isPending } = useSubscribe(clientId);
  return (
    <Button variant="outlined" className={className} disabled={isPending} onClick={() => mutate()}>
      {label}
      <ExternalLink className="size-4.5" aria-hidden="true" />
    </Button>
  );
}
