import { Stamp } from "lucide-react";
import type { Watermark } from "#media/watermark.ts";
import type { FinishingState } from "#areas/public/record/video/sending/use-finishing.ts";

type Props = { watermark: Watermark | null; finishing: FinishingState };

/** Says whether the video has the business's watermark, as far as known. */
export function WatermarkNote({ watermark, finishing: { finished } }: Props) {
  return (
    <p className="flex gap-3 rounded-card bg-sunken px-4 py-3 text-sm">
      <Stamp className="mt-px size-5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{textFor(watermark, finished)}</span>
    </p>
  );
}

function textFor(watermark: Watermark | null, finished: FinishingState["finished"]): string {
  if (!watermark) return "Watermark disabled. Your video will not show a name.";
  const name = watermark.text.replaceAll("\n", " ");
  if (!finished || finished.watermarked) return `Watermark enabled. Your video will show “${name}”.`;
  return `Watermark enabled, but it could not be added. Your video will be sent without “${name}”.`;
}
