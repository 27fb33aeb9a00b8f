import type { SettingLine } from "../../../api/generated/SettingLine.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useDraft } from "../../client/use-draft.ts";
import { useSaveSetting } from "./use-settings.ts";

const TYPES: Record<string, { type: string; inputMode?: "numeric" }> = {
  phone: { type: "tel" },
  // A support address may be `mailto:`, which `url` takes too.
  url: { type: "url" },
  // Not `number`: what is no number would come out empty, and empty means the default.
  number: { type: "text", inputMode: "numeric" },
};

/**
 * One setting: what it is for, what it is, and the way back to its default. What is typed and not saved outlives the
 * screen; what it would replace stands beneath.
 */
export function SettingForm({ setting }: { setting: SettingLine }) {
  const draft = useDraft("admin", `setting-${setting.key}`, { value: setting.value });
  const { value } = draft.value;
  const { save, saving, refusal, forget } = useSaveSetting(setting, () => draft.settle({ value }));
  const dirty = value.trim() !== setting.value;
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
            hint={dirty ? `Not saved. ${nowText(setting)}` : defaultText(setting)}
            autoComplete="off"
            spellCheck={false}
            onText={(text) => {
              draft.change({ value: text });
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
            {/* As wide with either words: the field beside it stays as it is. */}
            {dirty ? (
              <Button
                look="quiet"
                className="min-w-34"
                disabled={saving}
                onClick={() => {
                  draft.discard();
                  forget();
                }}
              >
                <span>Discard{of}</span>
              </Button>
            ) : (
              <Button
                look="quiet"
                className="min-w-34"
                disabled={saving || setting.is_default}
                onClick={() => save("")}
              >
                <span>Use default{of}</span>
              </Button>
            )}
          </div>
        </div>
      </form>
    </li>
  );
}

const nowText = ({ value }: SettingLine) => (value === "" ? "Now it is empty." : `Now: ${value}`);

function defaultText(setting: SettingLine): string {
  if (setting.is_default) return "This is the default.";
  return setting.default === "" ? "By default it is empty." : `Default: ${setting.default}`;
}
