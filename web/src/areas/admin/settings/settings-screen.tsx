import titles from "#api/generated/titles.json";
import type { SettingInput } from "#api/generated/enums.ts";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTitle } from "#lib/use-title.ts";
import { ErrorState } from "#ui/empty-state.tsx";
import { GoogleDriveCard } from "#areas/admin/google-drive/google-drive-card.tsx";
import { Link } from "react-router";
import { adminRoutes } from "#admin-paths.ts";
import { useSaveSetting, useSettings } from "./use-settings.ts";
import type { SettingSummary } from "#api/generated/operations.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useDraft } from "#lib/use-draft.ts";
import type { ReactNode } from "react";

/** Settings that need no deployment. */
export default function SettingsScreen() {
  useTitle(titles.adminSettings);
  const { data, error, isFetching, refetch } = useSettings();
  const groups = inGroups(data ?? []);
  return (
    <main className="max-w-6xl lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-8">
      <div className="lg:col-span-2">
        <h1 className="text-4xl">Settings</h1>
        <p className="mt-2 mb-5 text-muted">
          A change applies from the next page or email that uses it. Every change is recorded in the audit
          log.
        </p>
      </div>
      <SectionNav titles={[PAYMENTS, GOOGLE_DRIVE, ...groups.map(({ title }) => title)]} />
      <div className="min-w-0">
        <Section title={PAYMENTS}>
          <PaymentsCard />
        </Section>
        {/* Below the static part: its height is unknown until it has loaded. */}
        <Section title={GOOGLE_DRIVE}>
          <GoogleDriveCard />
        </Section>
        {data ? (
          groups.map(({ title, settings }) => (
            <Section key={title} title={title}>
              <Card title={title}>
                <ul aria-label={title} className="divide-y divide-hairline">
                  {settings.map((setting) => (
                    <SettingForm key={setting.key} setting={setting} />
                  ))}
                </ul>
              </Card>
            </Section>
          ))
        ) : error && !isFetching ? (
          <ErrorState subject="the settings" error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-96 rounded-card" />
        )}
      </div>
    </main>
  );
}

const PAYMENTS = "Payments";
const GOOGLE_DRIVE = "Google Drive";

const anchorOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

/** A card that the list of sections leads to. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div id={anchorOf(title)} className="mb-5 scroll-mt-6">
      {children}
    </div>
  );
}

/** The sections: beside them on a desk, on a phone a line that scrolls sideways. */
function SectionNav({ titles: sections }: { titles: string[] }) {
  return (
    <nav
      aria-label="Sections"
      className="max-lg:-mx-4 max-lg:mb-4 max-lg:overflow-x-auto max-lg:px-1 sm:max-lg:-mx-8 sm:max-lg:px-5"
    >
      <ul className="flex lg:sticky lg:top-6 lg:-ml-3 lg:flex-col">
        {sections.map((title) => (
          <li key={title} className="shrink-0">
            <a
              href={`#${anchorOf(title)}`}
              className="inline-flex min-h-11 items-center px-3 text-[0.9375rem] text-muted underline decoration-control underline-offset-4 hover:text-ink focus-visible:-outline-offset-3"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const TYPES: Record<SettingInput, { type: string; inputMode?: "numeric" }> = {
  text: { type: "text" },
  phone: { type: "tel" },
  // A support address may be `mailto:`, which `url` takes too.
  url: { type: "url" },
  // Not `number`: the browser would report invalid input as empty, and empty means the default.
  number: { type: "text", inputMode: "numeric" },
};

/**
 * One setting with its purpose and a reset to the default. Unsaved input survives leaving the screen; the saved value
 * is shown below it.
 */
function SettingForm({ setting }: { setting: SettingSummary }) {
  const draft = useDraft("admin", `setting-${setting.key}`, { value: setting.value });
  const { value } = draft.value;
  const { save, saving, refusal, reset } = useSaveSetting(setting, () => draft.markSaved({ value }));
  const dirty = value.trim() !== setting.value;
  const of = <span className="sr-only"> {setting.label}</span>;
  return (
    <li className="pt-4 pb-2 first:pt-0 last:pb-0">
      <form
        noValidate
        className="flex flex-wrap items-start gap-x-3 sm:flex-nowrap"
        onSubmit={(event) => {
          event.preventDefault();
          save(value.trim());
        }}
      >
        <TextField
          {...TYPES[setting.kind]}
          className="w-full sm:flex-1"
          label={setting.label}
          value={value}
          error={refusal}
          hint={
            <>
              {setting.description}{" "}
              {dirty ? (
                <b className="font-semibold text-ink">{`Not saved. ${nowText(setting)}`}</b>
              ) : (
                defaultText(setting)
              )}
            </>
          }
          autoComplete="off"
          spellCheck={false}
          onChange={(text) => {
            draft.change({ value: text });
            reset();
          }}
        />
        <div className="mb-2 flex gap-3 sm:mt-7.5">
          <Button type="submit" variant="outlined" disabled={saving || !dirty}>
            <span>
              {saving ? "Saving" : "Save"}
              {of}
            </span>
          </Button>
          {/* Equally wide with either label, so that the field beside it does not move. */}
          {dirty ? (
            <Button
              variant="quiet"
              className="min-w-34"
              disabled={saving}
              onClick={() => {
                draft.discard();
                reset();
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
      </form>
    </li>
  );
}

const nowText = ({ value }: SettingSummary) => (value === "" ? "Currently empty." : `Currently: ${value}`);

function defaultText(setting: SettingSummary): string {
  if (setting.is_default) return "";
  return setting.default === "" ? "Empty by default." : `Default: ${setting.default}`;
}

/** The headings of the settings, each with the keys under it; the first that fits holds. */
const GROUPS: [title: string, keys: RegExp][] = [
  ["Support", /^support_/],
  ["Payment pages", /^payment_link_/],
  ["Home page and sign-ups", /^(launch_discount|campaign_id|client_quote_|embed_)/],
  ["Partners’ statements", /^(issuer_|self_billing_)/],
  ["Forwarding", /^automation_url_/],
  ["Videos and emails", /^(retention_|undelivered_|mail_)/],
  ["Limits on testimonials", /_(hour|day)_limit$|_burst$|_share$|^challenge_/],
  ["Limits on uploads", /_upload_limit$/],
];

/** A heading for a setting that fits none of them. */
const REST = "More settings";

type SettingGroup = { title: string; settings: SettingSummary[] };

/** Settings under their headings, in the order of the headings. */
function inGroups(settings: SettingSummary[]): SettingGroup[] {
  const titleOf = ({ key }: SettingSummary) => GROUPS.find(([, keys]) => keys.test(key))?.[0] ?? REST;
  return [...GROUPS.map(([title]) => title), REST]
    .map((title) => ({ title, settings: settings.filter((one) => titleOf(one) === title) }))
    .filter(({ settings: found }) => found.length > 0);
}

/** Links to the payment set-up, which queries Stripe only when opened. */
function PaymentsCard() {
  return (
    <Card title="Payments">
      <p className="-mt-2 mb-5 max-w-[64ch] text-[0.9375rem] text-muted">
        Clients pay with Stripe. The set-up compares the account with our needs and creates missing items.
      </p>
      <Link to={adminRoutes.adminPaymentSetup} className={buttonClass("outlined")}>
        Check the payment set-up
      </Link>
    </Card>
  );
}
