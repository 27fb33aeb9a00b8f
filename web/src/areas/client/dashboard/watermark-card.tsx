import type { ClientView } from "#api/generated/client.ts";
import { Card } from "#ui/card.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { useDraft } from "#lib/use-draft.ts";
import { useWatermarkSwitch } from "./use-watermark.ts";
import { WatermarkForm } from "./watermark-form.tsx";
import { settingsOf, type WatermarkSettings, watermarkFrom } from "./watermark-settings.ts";
import { useMemo } from "react";
import { WatermarkOverlay } from "#media/watermark-overlay.tsx";
import { BUBBLE } from "#brand/mark.tsx";

/** Watermark settings with a preview on a sample picture. */
export function WatermarkCard({ client }: { client: ClientView }) {
  const { turn } = useWatermarkSwitch(client);
  const draft = useDraft(client.id, "watermark", settingsOf(client));
  return (
    <Card
      title="Watermark"
      aside={
        <Switch
          label={client.watermark_enabled ? "Enabled" : "Disabled"}
          checked={client.watermark_enabled}
          onChange={turn}
        />
      }
    >
      <div className="grid items-start gap-6 md:grid-cols-[17rem_minmax(0,1fr)] md:gap-10">
        <WatermarkPreview
          settings={draft.value}
          companyName={client.company_name}
          enabled={client.watermark_enabled}
        />
        <WatermarkForm client={client} draft={draft} />
      </div>
    </Card>
  );
}

/** A phone's upright picture. Sizes are relative to its shorter side. */
const FRAME = { width: 480, height: 854 };

type Props = { settings: WatermarkSettings; companyName: string; enabled: boolean };

/** The watermark on a sample picture, laid on by the code that burns it into videos. */
function WatermarkPreview({ settings, companyName, enabled }: Props) {
  const watermark = useMemo(() => watermarkFrom(settings, companyName), [settings, companyName]);
  return (
    <figure className="mx-auto w-full max-w-68">
      <div className="relative aspect-[480/854] overflow-hidden rounded-card bg-stage">
        <SamplePicture />
        <WatermarkOverlay watermark={watermark} frame={FRAME} />
      </div>
      <figcaption className="mt-2 text-center text-sm text-muted">
        {enabled ? "How it will look in new videos." : "Disabled: new videos carry no watermark."}
      </figcaption>
    </figure>
  );
}

/** A sample picture of a person in a shop, with light and dark areas. Decorative. */
function SamplePicture() {
  return (
    <svg viewBox="0 0 480 854" className="absolute inset-0 size-full" aria-hidden="true">
      <rect width="480" height="854" className="fill-stage-raised" />
      {/* The window, and the street's light in it. */}
      <rect x="36" y="0" width="190" height="420" className="fill-stage-muted" />
      <path d="M131 0v420M36 200h190" className="stroke-stage-raised" strokeWidth="10" />
      {/* Shelves with goods. */}
      <path d="M270 150h210M270 300h210" className="stroke-stage" strokeWidth="12" />
      <path
        d="M290 144v-62h34v62zM336 144v-40h46v40zM396 144v-78h28v78zM436 144v-50h44v50zM286 294v-48h52v48zM352 294v-74h30v74zM396 294v-36h60v36z"
        className="fill-stage-muted"
        opacity="0.45"
      />
      {/* The customer. */}
      <path d="M18 854c0-176 96-262 222-262s222 86 222 262z" className="fill-stage" />
      <path d="M196 520h88v92c0 26-20 46-44 46s-44-20-44-46z" className="fill-stage-muted" />
      <ellipse cx="240" cy="446" rx="98" ry="116" className="fill-on-stage" />
      <path
        d="M140 462c-20-112 26-172 102-172 76 0 120 62 98 172-6-48-22-80-46-96-42 22-90 20-126 4-16 22-24 48-28 92z"
        className="fill-stage"
      />
      <circle cx="204" cy="448" r="8" className="fill-stage" />
      <circle cx="276" cy="448" r="8" className="fill-stage" />
      <path d="M206 496c20 22 48 22 68 0z" className="fill-signal-dot" />
      {/* The counter in front. */}
      <rect y="780" width="480" height="74" className="fill-on-stage" />
      <svg x="392" y="797" width="40" height="40" viewBox="0 0 32 32">
        <path d={BUBBLE} className="fill-stage" />
        <circle cx="16" cy="15.9" r="6.5" className="fill-signal-dot" />
      </svg>
    </svg>
  );
}
