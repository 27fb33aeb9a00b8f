import { TextAlignCenter, TextAlignEnd, TextAlignStart } from "lucide-react";
import { useId, useState } from "react";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import { ApiError } from "../../../api/http.ts";
import { Button } from "../../../ui/button.tsx";
import { Choices } from "../../../ui/choices.tsx";
import { Slider } from "../../../ui/slider.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import type { useDraft } from "../use-draft.ts";
import { PositionIcon } from "./position-icon.tsx";
import { useSaveWatermark } from "./use-watermark.ts";
import { FONT_SIZE, type WatermarkSettings } from "./watermark-settings.ts";
import { cutLines, MAX_LETTERS } from "./watermark-text.ts";

const POSITIONS = [
  ["top-left", "Top left"],
  ["top-center", "Top center"],
  ["top-right", "Top right"],
  ["bottom-left", "Bottom left"],
  ["bottom-center", "Bottom center"],
  ["bottom-right", "Bottom right"],
].map(([value = "", label = ""]) => ({ value, label, icon: <PositionIcon position={value} /> }));

const ALIGNMENTS = [
  { value: "left", label: "Left", icon: <TextAlignStart className="size-5" aria-hidden="true" /> },
  { value: "center", label: "Center", icon: <TextAlignCenter className="size-5" aria-hidden="true" /> },
  { value: "right", label: "Right", icon: <TextAlignEnd className="size-5" aria-hidden="true" /> },
];

const TOO_MANY = "A watermark has at most two lines. Further lines were dropped.";

type Props = { client: ClientView; draft: ReturnType<typeof useDraft<WatermarkSettings>> };

/** The five settings, saved together. */
export function WatermarkForm({ client, draft: { value, change, discard, settle, dirty } }: Props) {
  const colorId = useId();
  const [tooMany, setTooMany] = useState(false);
  const { save, saving, error } = useSaveWatermark(client, settle);
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
        maxLength={MAX_LETTERS}
        value={value.watermark_text}
        placeholder={client.company_name}
        hint="Up to two lines. Left empty, it is your company's name."
        warning={tooMany ? TOO_MANY : refusal}
        onText={type}
      />
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <Slider
          label="Font size"
          unit="px"
          {...FONT_SIZE}
          value={value.watermark_font_size}
          onSlide={(watermark_font_size) => change({ watermark_font_size })}
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
          options={POSITIONS}
          value={value.watermark_position}
          onChoose={(watermark_position) => change({ watermark_position })}
        />
        <Choices
          legend="Text alignment"
          columns={3}
          options={ALIGNMENTS}
          value={value.watermark_text_alignment}
          onChoose={(watermark_text_alignment) => change({ watermark_text_alignment })}
        />
      </div>
      <p className="rounded-control bg-sunken px-4 py-3 text-sm">
        The watermark of a video can no longer be altered after recording. Changes count for videos recorded
        from then on.
      </p>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="outlined" disabled={saving}>
          {saving ? "Saving" : "Save All"}
        </Button>
        <output className="text-sm font-medium text-warning">{dirty && "You have unsaved changes."}</output>
        {dirty && (
          <Button
            look="quiet"
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
