import titles from "../../../api/generated/titles.json";
import type { SettingInput } from "../../../api/generated/SettingInput.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useTitle } from "../../../lib/use-title.ts";
import { ErrorState } from "../../../ui/empty-state.tsx";
import { GoogleDriveCard } from "../google-drive/google-drive-card.tsx";
import { PaymentsCard } from "../payment-setup/payments-card.tsx";
import { useSaveSetting, useSettings } from "./use-settings.ts";
import type { SettingSummary } from "../../../api/generated/SettingSummary.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useDraft } from "../../../lib/use-draft.ts";

/** What can be changed without a deployment. */
export default function SettingsScreen() {
  useTitle(titles.adminSettings);
  const { data, error, isFetching, refetch } = useSettings();
  return (
    <main className="max-w-6xl">
      <h1 className="text-4xl">Settings</h1>
      <p className="mt-2 mb-5 text-muted">
        A change applies from the next page or email that uses it. Every change is recorded in the audit log.
      </p>
      <div className="mb-5">
        <PaymentsCard />
      </div>
      {/* Below what is there at once: its height is known when its answer comes. */}
      <div className="mb-5">
        <GoogleDriveCard />
      </div>
      {data ? (
        <ul aria-label="Settings" className="rounded-card border border-hairline bg-surface">
          {data.map((setting) => (
            <SettingForm key={setting.key} setting={setting} />
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState what="the settings" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </main>
  );
}

const TYPES: Record<SettingInput, { type: string; inputMode?: "numeric" }> = {
  text: { type: "text" },
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
function SettingForm({ setting }: { setting: SettingSummary }) {
  const draft = useDraft("admin", `setting-${setting.key}`, { value: setting.value });
  const { value } = draft.value;
  const { save, saving, refusal, forget } = useSaveSetting(setting, () => draft.settle({ value }));
  const dirty = value.trim() !== setting.value;
  const of = <span className="sr-only"> {setting.label}</span>;
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
        <p className="max-w-[64ch] text-[0.9375rem] leading-snug lg:pt-7.5">{setting.description}</p>
        <div className="flex flex-wrap items-start gap-x-3 sm:flex-nowrap">
          <TextField
            {...TYPES[setting.kind]}
            className="w-full sm:flex-1"
            label={setting.label}
            value={value}
            error={refusal}
            hint={dirty ? `Not saved. ${nowText(setting)}` : defaultText(setting)}
            autoComplete="off"
            spellCheck={false}
            onChange={(text) => {
              draft.change({ value: text });
              forget();
            }}
          />
          <div className="mb-2 flex gap-3 sm:mt-7.5">
            <Button type="submit" variant="outlined" disabled={saving || !dirty}>
              <span>
                {saving ? "Saving" : "Save"}
                {of}
              </span>
            </Button>
            {/* As wide with either words: the field beside it stays as it is. */}
            {dirty ? (
              <Button
                variant="quiet"
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
                variant="quiet"
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

const nowText = ({ value }: SettingSummary) => (value === "" ? "Currently empty." : `Currently: ${value}`);

function defaultText(setting: SettingSummary): string {
  if (setting.is_default) return "This is the default.";
  return setting.default === "" ? "Empty by default." : `Default: ${setting.default}`;
}
