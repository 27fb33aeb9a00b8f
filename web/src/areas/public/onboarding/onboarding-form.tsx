import { useId } from "react";
import type { ReviewPlatform } from "#api/generated/enums.ts";
import { platformOfAddress, reviewAddressHint } from "#api/review-address.ts";
import type { CheckoutId } from "#api/onboarding.ts";
import { Button } from "#ui/button.tsx";
import { ReviewAddressField } from "#ui/fields/review-address-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { FormProblem } from "#areas/public/form-problem.tsx";
import { LogoField } from "./logo-field.tsx";
import { useOnboardingForm } from "./use-onboarding-form.ts";

export function OnboardingForm({ checkout, paidEmail }: { checkout: CheckoutId; paidEmail: string | null }) {
  const title = useId();
  const { form, problem, send } = useOnboardingForm(checkout, paidEmail);
  const { setElement, values, errors, set, busy } = form;
  const platform = PLATFORMS.find(([key]) => key === values.reviewPlatform)?.[1];

  const text = (field: "name" | "email" | "company") => ({
    name: field,
    value: values[field],
    error: errors[field],
    required: true,
    disabled: busy,
    onChange: (value: string) => set(field, value),
  });

  return (
    <form
      ref={setElement}
      noValidate
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="flex flex-col gap-2.5 rounded-card border border-hairline bg-surface p-5 sm:p-7"
    >
      <h2 id={title} className="mb-2 text-2xl">
        Your business
      </h2>
      <TextField label="Name" autoComplete="name" autoCapitalize="words" {...text("name")} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="The address you used for payment."
        {...text("email")}
      />
      <TextField label="Company" autoComplete="organization" {...text("company")} />
      <PlatformField
        value={values.reviewPlatform}
        error={errors.reviewPlatform}
        disabled={busy}
        onChange={(chosen) => set("reviewPlatform", chosen)}
      />
      {platform !== "None" && (
        <ReviewAddressField
          name="reviewUrl"
          label="Address of your review page (optional)"
          hint={
            platform ? reviewAddressHint(platform, values.reviewUrl) : "Paste it, and we choose the platform."
          }
          address={values.reviewUrl}
          error={errors.reviewUrl}
          disabled={busy}
          onChange={(address) => {
            set("reviewUrl", address);
            const found = PLATFORMS.find(([, name]) => name === platformOfAddress(address));
            if (found && values.reviewPlatform === "") set("reviewPlatform", found[0]);
          }}
        />
      )}
      <LogoField
        logo={values.logo}
        error={errors.logo}
        disabled={busy}
        onLogo={(logo, error) => set("logo", logo, error)}
      />
      <FormProblem problem={problem} />
      <Button type="submit" disabled={busy} className="mt-3 min-h-14 text-lg">
        {busy ? "Submitting..." : "Complete setup"}
      </Button>
    </form>
  );
}

/** Review platforms, by the API's values. */
const PLATFORMS = [
  ["google", "Google Business Profile"],
  ["facebook", "Facebook"],
  ["linkedin", "LinkedIn"],
  ["trustpilot", "Trustpilot"],
  ["none", "None"],
] as const satisfies [string, ReviewPlatform][];

type Props = {
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (platform: string) => void;
};

function PlatformField({ value, error, disabled, onChange }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        Review platform<span aria-hidden="true"> *</span>
      </label>
      <select
        id={id}
        name="reviewPlatform"
        required
        value={value}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={noteId}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full rounded-control border border-control bg-surface px-3 text-ink disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger"
      >
        <option value="" disabled>
          Choose where you collect reviews
        </option>
        {PLATFORMS.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <p
        id={noteId}
        className={`mt-0.5 mb-1.5 min-h-4.5 text-sm leading-4.5 ${error ? "font-medium text-danger" : "text-muted"}`}
      >
        {error ?? "We ask customers for a review there after their video."}
      </p>
    </div>
  );
}
