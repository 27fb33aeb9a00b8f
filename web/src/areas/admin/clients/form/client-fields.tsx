import { lengths } from "#api/generated/rules.json";
import type { ComponentProps, ReactNode } from "react";
import type { ClientStatus } from "#api/generated/enums.ts";
import { TextField } from "#ui/fields/text-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import {
  LABELS,
  PLANS,
  PLAN_LABELS,
  REVIEW_TYPES,
  STATUS_LABELS,
  asOptions,
} from "#areas/admin/clients/client-labels.ts";
import type { ClientForm, FormErrors } from "./client-form.ts";

type Props = {
  form: ClientForm;
  errors: FormErrors;
  statuses: readonly ClientStatus[];
  /** Beneath each field that has no error. */
  hints: Partial<Record<keyof ClientForm, ReactNode>>;
  change: (changes: Partial<ClientForm>) => void;
  /** Shown beside the credits per month. */
  credits?: ReactNode;
  /** Shown below the slug. */
  formerSlugs?: ReactNode;
  /** Shown below the drive link. */
  drive?: ReactNode;
};

/** Fields shared by the create and edit dialogs, in three groups. */
export function ClientFields({ form, errors, statuses, hints, change, credits, formerSlugs, drive }: Props) {
  const text = (name: keyof ClientForm) => ({
    name,
    label: LABELS[name],
    value: form[name],
    error: errors[name],
    hint: hints[name],
    onChange: (typed: string) => change({ [name]: typed }),
  });
  return (
    <>
      <Group title="Business">
        <TextField {...text("company_name")} required autoComplete="off" maxLength={lengths.companyName} />
        <TextField {...text("contact_name")} required autoComplete="off" maxLength={lengths.personName} />
        <TextField {...text("email")} required type="email" autoComplete="off" maxLength={lengths.email} />
        <div>
          <TextField
            {...text("custom_slug")}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          {formerSlugs}
        </div>
      </Group>
      <Group title="Plan and credits">
        <Select
          name="plan_type"
          label={LABELS.plan_type}
          value={form.plan_type}
          options={asOptions(PLANS, PLAN_LABELS)}
          onChange={(plan_type) => change({ plan_type })}
        />
        <Select
          name="status"
          label={LABELS.status}
          value={form.status}
          options={asOptions(statuses, STATUS_LABELS)}
          onChange={(status) => change({ status })}
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
          onChange={(review_link_type) => change({ review_link_type })}
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
          checked={form.watermark_enabled === "true"}
          onChange={(checked) => change({ watermark_enabled: String(checked) })}
        />
      </Group>
    </>
  );
}

/** As tall as its neighbours, which have a line of text below. */
function Select(props: ComponentProps<typeof SelectField>) {
  return (
    <div className="sm:pb-6">
      <SelectField {...props} />
    </div>
  );
}

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
