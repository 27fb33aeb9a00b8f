import { Stamp } from "lucide-react";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";

export function WatermarkNote({ client }: { client: PublicClient }) {
  return (
    <p className="flex gap-3 rounded-card bg-sunken px-4 py-3 text-sm">
      <Stamp className="mt-px size-5 shrink-0 text-muted" aria-hidden="true" />
      {client.watermark_enabled ? "Watermark enabled." : "Watermark disabled."}
    </p>
  );
}
