import { Copy } from "lucide-react";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { showToast } from "../../ui/toast.ts";

type Props = { address: string; look?: ButtonLook; className?: string };

/** Puts the recording address on the clipboard and says so. */
export function CopyAddress({ address, look = "signal", className = "" }: Props) {
  const copy = async () => {
    if (await copyText(address)) await showToast("success", "Copied to clipboard");
    else await showToast("error", "Failed to copy", "Please copy the URL manually.");
  };
  return (
    <Button look={look} className={`whitespace-nowrap ${className}`} onClick={() => void copy()}>
      <Copy className="size-5" aria-hidden="true" />
      Copy link
    </Button>
  );
}
