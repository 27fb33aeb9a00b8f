import type { ComponentProps, ReactNode } from "react";
import { TextField } from "../../../../ui/text-field.tsx";
import { SelectField } from "../../../../ui/select-field.tsx";
import { Switch } from "../../../../ui/switch.tsx";
import { asOptions, PLANS, REVIEW_TYPES } from "../client-words.ts";
import type { ClientForm, FormErrors } from "./client-form.ts";
import { LABELS } from "./labels.ts";

type Props = {
  form: ClientForm;
  errors: FormErrors;
  statuses: readonly string[];
  /** Beneath each field that has no error. */
  hints: Partial<Record<keyof ClientForm, ReactNode>>;
  change: (wish: Partial<ClientForm>) => void;
  /** Stands beside the credits per month. */
  credits?: ReactNode;
  /** Stands beneath the drive link. */
  drive?: ReactNode;
};

/** What a new client and one that is edited have in common, in three groups. */
export function ClientFields({ form, errors, statuses, hints, change, credits, drive }: Props) {
  const text = (name: keyof ClientForm) => ({
    name,
    label: LABELS[name],
    value: form[name],
    error: errors[name],
    hint: hints[name],
    onText: (typed: string) => change({ [name]: typed }),
  });
  return (
    <>
      <Group title="Business">
        <TextField {...text("company_name")} required autoComplete="off" maxLength={200} />
        <TextField {...text("contact_name")} required autoComplete="off" maxLength={200} />
        <TextField {...text("email")} required type="email" autoComplete="off" maxLength={254} />
        <TextField
          {...text("custom_slug")}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Group>
      <Group title="Plan and credits">
        <Select
          name="plan_type"
          label={LABELS.plan_type}
          value={form.plan_type}
          options={asOptions(PLANS)}
          onChoose={(plan_type) => change({ plan_type })}
        />
        <Select
          name="status"
          label={LABELS.status}
          value={form.status}
          options={asOptions(statuses)}
          onChoose={(status) => change({ status })}
        />
        <TextField {...text("credits_per_month")} required inputMode="numeric" autoComplete="off" />
        {credits}
        <TextField {...text("next_reset_date")} type="date" />
      </Group>
      <Group title="Video and links">
        <div className="sm:col-span-2">
          <TextField {...text("drive_link")} type="url" autoComplete="off" spellCheck={false} />
          {drive}
        </div>
        <Select
          name="review_link_type"
          label={LABELS.review_link_type}
          value={form.review_link_type}
          options={asOptions(REVIEW_TYPES)}
          onChoose={(review_link_type) => change({ review_link_type })}
        />
        <TextField
          {...text("review_link_url")}
          type="url"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
        />
        <Switch
          label={LABELS.watermark_enabled}
          on={form.watermark_enabled === "true"}
          onSwitch={(on) => change({ watermark_enabled: String(on) })}
        />
      </Group>
    </>
  );
}

/** As tall as its neighbours, which have a line beneath. */
function Select(props: ComponentProps<typeof SelectField>) {
  return (
    <div className="sm:pb-6">
      <SelectField {...props} />
    </div>
  );
}

/** Some fields under a title. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-hairline px-5 pt-4 pb-5 first-of-type:border-t-0 sm:px-6">
      <legend className="float-left mb-3 w-full font-display text-lg font-bold tracking-tight">
        {title}
      </legend>
      <div className="clear-both grid gap-x-6 gap-y-2 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
