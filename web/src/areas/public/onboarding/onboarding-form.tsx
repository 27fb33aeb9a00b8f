import { useId, useEffect, useState, useCallback, useRef } from "react";
import type { ReviewPlatform } from "#api/generated/enums.ts";
import { platformOfAddress, reviewAddressHint } from "#api/review-address.ts";
import { type CheckoutId, sendOnboarding, type Onboarding } from "#api/onboarding.ts";
import { Button } from "#ui/button.tsx";
import { ReviewAddressField } from "#ui/fields/review-address-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { FormProblem, formError } from "#areas/public/form-problem.tsx";
import { useNavigate } from "react-router";
import { ApiError } from "#api/http.ts";
import { useForm } from "#lib/use-form.ts";
import { routes } from "#paths.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { image, texts } from "#api/generated/rules.json";
import { ImageUp, Trash2 } from "lucide-react";

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

type PlatformFieldProps = {
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (platform: string) => void;
};

function PlatformField({ value, error, disabled, onChange }: PlatformFieldProps) {
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

type RequiredField = Exclude<keyof Onboarding, "logo" | "reviewUrl">;

/** Shown beside a field that was left out. */
const REQUIRED: Record<RequiredField, string> = {
  name: "Enter your name",
  email: "Enter your email address",
  company: "Enter your company",
  reviewPlatform: "Choose one",
};
const REQUIRED_FIELDS = Object.keys(REQUIRED) as RequiredField[];

/**
 * The set-up form and its submission. A failure keeps all input, a reload the texts. The payer's email is prefilled
 * once known, unless another was typed by then.
 */
function useOnboardingForm(checkout: CheckoutId, paidEmail: string | null) {
  const navigate = useNavigate();
  const form = useForm<Onboarding>(() => ({ ...readOnboardingDraft(), logo: null }));
  const [problem, setProblem] = useState("");
  const { values } = form;
  useEffect(() => saveOnboardingDraft(values), [values]);
  const { set, latestValues } = form;
  useEffect(() => {
    if (paidEmail !== null && latestValues().email === "") set("email", paidEmail);
  }, [paidEmail, set, latestValues]);

  const send = async () => {
    const trimmed = [...REQUIRED_FIELDS, "reviewUrl" as const].reduce(
      (all, field) => ({ ...all, [field]: all[field].trim() }),
      values,
    );
    // A URL typed for a platform that was deselected has no field any more.
    if (trimmed.reviewPlatform === "none") trimmed.reviewUrl = "";
    const missing = REQUIRED_FIELDS.filter((field) => !trimmed[field]);
    setProblem("");
    if (missing.length > 0) {
      form.reject(Object.fromEntries(missing.map((field) => [field, REQUIRED[field]])));
      void showToast("error", "Error", "Please fill in all required fields");
      return;
    }
    await form.submit(async () => {
      try {
        const sent = await sendOnboarding(trimmed, checkout);
        deleteOnboardingDraft();
        void navigate(routes.thankYou, { state: sent });
      } catch (error) {
        console.error("set-up not sent:", error);
        form.reject(error instanceof ApiError ? error.fields : {}, "submit");
        setProblem(formError(error));
        void showToast("error", "Submission failed", "Please try again or contact support.");
      }
    });
  };

  return { form, problem, send };
}

/** The part of a set-up that can be stored: not the file. */
type OnboardingTexts = Omit<Onboarding, "logo">;

const EMPTY: OnboardingTexts = { name: "", email: "", company: "", reviewPlatform: "", reviewUrl: "" };
/** Not among the drafts of the portals: those are spoken of when a session ends. */
const KEY = "sayso-set-up";

/** Reads this tab's unsent input. */
function readOnboardingDraft(): OnboardingTexts {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<OnboardingTexts>;
    return { ...EMPTY, ...stored };
  } catch {
    return EMPTY;
  }
}

/** Keeps the input across a reload. */
function saveOnboardingDraft({ name, email, company, reviewPlatform, reviewUrl }: OnboardingTexts): void {
  const draft = { name, email, company, reviewPlatform, reviewUrl };
  try {
    if (Object.values(draft).some((text) => text !== "")) sessionStorage.setItem(KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser may lock the storage: then the text lives as long as its screen.
  }
}

/** It was sent. */
const deleteOnboardingDraft = (): void => saveOnboardingDraft(EMPTY);

/** Validates a logo; returns the error, or `null`. */
async function logoError(file: File): Promise<string | null> {
  if (!image.types.includes(file.type)) return texts.notAnImage;
  if (file.size > image.bytes) return texts.imageTooLarge;
  try {
    // Only a browser can tell whether it can be displayed: the server decodes nothing.
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return texts.notAnImage;
  }
}

type LogoFieldProps = {
  logo: File | null;
  error: string | undefined;
  disabled: boolean;
  onLogo: (logo: File | null, error?: string) => void;
};

/** The optional logo. An invalid file is reported at once. */
function LogoField({ logo, error, disabled, onLogo }: LogoFieldProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const noteId = `${id}-note`;

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const why = await logoError(file);
    if (why) void showToast("error", "Invalid file", why);
    // An earlier valid logo stays.
    onLogo(why ? logo : file, why ?? undefined);
  };

  return (
    <div className="flex flex-col gap-1">
      <p id={`${id}-label`} className="text-[0.9375rem] font-semibold">
        Logo <span className="font-normal text-muted">(optional)</span>
      </p>
      <div className="flex items-center gap-4">
        {/* White in both themes: most logos are drawn for white paper. */}
        <div className="grid size-24 shrink-0 place-items-center overflow-hidden rounded-control border border-hairline bg-white p-2 text-black">
          {logo ? <Preview logo={logo} /> : <ImageUp className="size-7 opacity-50" aria-hidden="true" />}
        </div>
        <div className="flex min-w-0 flex-wrap gap-2">
          <label
            htmlFor={id}
            className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-4 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken has-disabled:border-hairline has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
          >
            {logo ? "Choose another logo" : "Choose a logo"}
            <input
              ref={picker}
              id={id}
              name="logo"
              type="file"
              accept={image.types.join(",")}
              disabled={disabled}
              aria-invalid={error ? true : undefined}
              aria-describedby={noteId}
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                // Reset, or the same file could not be chosen again.
                event.target.value = "";
                void choose(file);
              }}
            />
          </label>
          {logo && (
            <Button
              variant="quiet"
              disabled={disabled}
              onClick={() => {
                onLogo(null);
                picker.current?.focus();
              }}
              className="min-h-11 px-2 text-[0.9375rem]"
            >
              <Trash2 className="size-4" aria-hidden="true" />
              Remove
            </Button>
          )}
        </div>
      </div>
      <p
        id={noteId}
        className={`mt-0.5 mb-1.5 min-h-4.5 text-sm leading-4.5 wrap-anywhere ${error ? "font-medium text-danger" : "text-muted"}`}
      >
        {error ?? logo?.name ?? `${texts.imageHint} You can add it later.`}
      </p>
    </div>
  );
}

function Preview({ logo }: { logo: File }) {
  const show = useCallback(
    (preview: HTMLImageElement) => {
      const url = URL.createObjectURL(logo);
      preview.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [logo],
  );
  return <img ref={show} alt="Your logo" className="max-h-full max-w-full object-contain" />;
}
