import { useMemo } from "react";
import { WatermarkOverlay } from "../../public/record/video/watermark-overlay.tsx";
import { SamplePicture } from "./sample-picture.tsx";
import { markOf, type WatermarkSettings } from "./watermark-settings.ts";

/** A phone's upright picture. Sizes are relative to its shorter side. */
const FRAME = { width: 480, height: 854 };

type Props = { settings: WatermarkSettings; companyName: string; enabled: boolean };

/** The watermark on a sample picture, laid on by the code that burns it into videos. */
export function WatermarkPreview({ settings, companyName, enabled }: Props) {
  const mark = useMemo(() => markOf(settings, companyName), [settings, companyName]);
  return (
    <figure className="mx-auto w-full max-w-68">
      <div className="relative aspect-[480/854] overflow-hidden rounded-card bg-stage">
        <SamplePicture />
        <WatermarkOverlay mark={mark} frame={FRAME} />
      </div>
      <figcaption className="mt-2 text-center text-sm text-muted">
        {enabled ? "As it will stand in new videos." : "Disabled: new videos carry no watermark."}
      </figcaption>
    </figure>
  );
}
