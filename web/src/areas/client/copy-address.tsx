import { Copy } from "lucide-react";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { copyText } from "#lib/copy-text.ts";
import { showToast } from "#ui/toasts/toast.ts";

type Props = { address: string; variant?: ButtonVariant; className?: string };

/** Copies the recording link and confirms it. */
export function CopyAddress({ address, variant = "signal", className = "" }: Props) {
  const copy = async () => {
    if (await copyText(address)) await showToast("success", "Copied to clipboard");
    else await showToast("error", "Failed to copy", "Please copy the URL manually.");
  };
  return (
    <Button variant={variant} className={`whitespace-nowrap ${className}`} onClick={() => void copy()}>
      <Copy className="size-5" aria-hidden="true" />
      Copy link
    </Button>
  );
}
