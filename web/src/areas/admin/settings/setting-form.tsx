import { useState } from "react";
import type { SettingLine } from "../../../api/generated/SettingLine.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useSaveSetting } from "./use-settings.ts";

const TYPES: Record<string, { type: string; inputMode?: "numeric" }> = {
  phone: { type: "tel" },
  // A support address may be `mailto:`, which `url` takes too.
  url: { type: "url" },
  // Not `number`: what is no number would come out empty, and empty means the default.
  number: { type: "text", inputMode: "numeric" },
};

/** One setting: what it is for, what it is, and the way back to its default. */
export function SettingForm({ setting }: { setting: SettingLine }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { save, saving, refusal, forget } = useSaveSetting(setting, () => setTyped(null));
  const value = typed ?? setting.value;
  const dirty = typed !== null && typed.trim() !== setting.value;
  const of = <span className="sr-only"> {setting.key}</span>;
  return (
    <li className="border-b border-hairline px-5 pt-3 pb-2 last:border-b-0">
      <form
        noValidate
        className="grid gap-x-8 gap-y-2 lg:grid-cols-[18rem_minmax(0,1fr)]"
        onSubmit={(event) => {
          event.preventDefault();
          save(value.trim());
        }}
      >
        <p className="max-w-[64ch] text-[0.9375rem] leading-snug lg:pt-7.5">{setting.about}</p>
        <div className="flex flex-wrap items-start gap-x-3 sm:flex-nowrap">
          <TextField
            {...(TYPES[setting.kind] ?? { type: "text" })}
            className="w-full sm:flex-1"
            label={setting.key}
            value={value}
            error={refusal}
            hint={
              setting.is_default
                ? "This is the default."
                : setting.default === ""
                  ? "By default it is empty."
                  : `Default: ${setting.default}`
            }
            autoComplete="off"
            spellCheck={false}
            onText={(text) => {
              setTyped(text);
              forget();
            }}
          />
          <div className="mb-2 flex gap-3 sm:mt-7.5">
            <Button type="submit" look="outlined" disabled={saving || !dirty}>
              <span>
                {saving ? "Saving" : "Save"}
                {of}
              </span>
            </Button>
            <Button
              look="quiet"
              className="px-1"
              disabled={saving || setting.is_default}
              onClick={() => save("")}
            >
              <span>Use default{of}</span>
            </Button>
          </div>
        </div>
      </form>
    </li>
  );
}
