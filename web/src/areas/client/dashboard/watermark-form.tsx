import { watermark as rules } from "#api/generated/rules.json";
import type { WatermarkAlignment, WatermarkPosition } from "#api/generated/media.ts";
import { TextAlignCenter, TextAlignEnd, TextAlignStart } from "lucide-react";
import { useId, useState } from "react";
import type { ClientView } from "#api/generated/client.ts";
import { ApiError } from "#api/http.ts";
import { Button } from "#ui/button.tsx";
import { Choices } from "#ui/fields/icon-radios.tsx";
import { Slider } from "#ui/fields/slider.tsx";
import { TextArea } from "#ui/fields/text-area.tsx";
import type { useDraft } from "#lib/use-draft.ts";
import { useSaveWatermark } from "./use-watermark.ts";
import { FONT_SIZE, cutLines, type WatermarkSettings } from "./watermark-settings.ts";

const POSITION_LABELS: Record<WatermarkPosition, string> = {
  "top-left": "Top left",
  "top-center": "Top centre",
  "top-right": "Top right",
  "bottom-left": "Bottom left",
  "bottom-center": "Bottom centre",
  "bottom-right": "Bottom right",
};

const ALIGNMENTS: Record<WatermarkAlignment, { label: string; Icon: typeof TextAlignStart }> = {
  left: { label: "Left", Icon: TextAlignStart },
  center: { label: "Centre", Icon: TextAlignCenter },
  right: { label: "Right", Icon: TextAlignEnd },
};

const POSITION_OPTIONS = (Object.keys(POSITION_LABELS) as WatermarkPosition[]).map((value) => ({
  value,
  label: POSITION_LABELS[value],
  icon: <PositionIcon position={value} />,
}));

const ALIGNMENT_OPTIONS = (Object.keys(ALIGNMENTS) as WatermarkAlignment[]).map((value) => {
  const { label, Icon } = ALIGNMENTS[value];
  return { value, label, icon: <Icon className="size-5" aria-hidden="true" /> };
});

const TOO_MANY = "A watermark has at most two lines. We removed the rest.";

type Props = { client: ClientView; draft: ReturnType<typeof useDraft<WatermarkSettings>> };

/** The five settings, saved together. */
export function WatermarkForm({ client, draft: { value, change, discard, markSaved, dirty } }: Props) {
  const colorId = useId();
  const [tooMany, setTooMany] = useState(false);
  const { save, saving, error } = useSaveWatermark(client, markSaved);
  const refusal = error instanceof ApiError ? error.fields.watermark_text : undefined;

  const type = (typed: string) => {
    const cut = cutLines(typed);
    setTooMany(cut.tooMany);
    change({ watermark_text: cut.text });
  };

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save(value);
      }}
    >
      <TextArea
        label="Text"
        rows={2}
        maxLength={rules.characters}
        value={value.watermark_text}
        placeholder={client.company_name}
        hint="Up to two lines. Leave it empty for your company's name."
        warning={tooMany ? TOO_MANY : refusal}
        onChange={type}
      />
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <Slider
          label="Font size"
          unit="px"
          {...FONT_SIZE}
          value={value.watermark_font_size}
          onChange={(watermark_font_size) => change({ watermark_font_size })}
        />
        <div>
          <label htmlFor={colorId} className="text-[0.9375rem] font-semibold">
            Font colour
          </label>
          <div className="mt-1 flex items-center gap-3">
            <input
              id={colorId}
              type="color"
              value={value.watermark_font_color}
              onChange={(event) => change({ watermark_font_color: event.target.value })}
              className="h-11 w-16 cursor-pointer rounded-control border border-control bg-surface p-1"
            />
            <span className="text-sm text-muted tabular-nums">{value.watermark_font_color}</span>
          </div>
        </div>
        <Choices
          legend="Position"
          columns={3}
          options={POSITION_OPTIONS}
          value={value.watermark_position}
          onChange={(watermark_position) => change({ watermark_position })}
        />
        <Choices
          legend="Text alignment"
          columns={3}
          options={ALIGNMENT_OPTIONS}
          value={value.watermark_text_alignment}
          onChange={(watermark_text_alignment) => change({ watermark_text_alignment })}
        />
      </div>
      <p className="rounded-control bg-sunken px-4 py-3 text-sm">
        The watermark of a video can no longer be altered after recording. Changes apply to videos recorded
        from then on.
      </p>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="outlined" disabled={saving}>
          {saving ? "Saving" : "Save All"}
        </Button>
        <output className="text-sm font-medium text-warning">{dirty && "You have unsaved changes."}</output>
        {dirty && (
          <Button
            variant="quiet"
            className="px-0"
            onClick={() => {
              setTooMany(false);
              discard();
            }}
          >
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}

/** A small frame with a line at the text's position. */
function PositionIcon({ position }: { position: string }) {
  const [side, across] = position.split("-");
  const x = across === "left" ? 7 : across === "right" ? 14 : 10.5;
  return (
    <svg viewBox="0 0 28 28" className="size-7" aria-hidden="true">
      <rect
        x="4.5"
        y="2.5"
        width="19"
        height="23"
        rx="3"
        className="fill-none stroke-current"
        strokeWidth="1.5"
      />
      <rect x={x} y={side === "top" ? 6 : 19} width="7" height="3" rx="1" className="fill-current" />
    </svg>
  );
}
