import { Copy } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { showToast } from "../../ui/toast.ts";

/** Puts the recording address on the clipboard and says so. */
export function CopyAddress({ address, className = "" }: { address: string; className?: string }) {
  const copy = async () => {
    if (await copyText(address)) await showToast("success", "Copied to clipboard");
    else await showToast("error", "Failed to copy", "Please copy the URL manually.");
  };
  return (
    <Button className={`whitespace-nowrap ${className}`} onClick={() => void copy()}>
      <Copy className="size-5" aria-hidden="true" />
      Copy link
    </Button>
  );
}
