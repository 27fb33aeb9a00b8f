import { useEffect, useId, useState } from "react";
import { useSearchParams, useNavigate } from "react-router";
import { lengths, texts } from "#api/generated/rules.json";
import titles from "#api/generated/titles.json";
import { useTitle } from "#lib/use-title.ts";
import { routes } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { prepareToastsSoon, showToast } from "#ui/toasts/toast.ts";
import { FormProblem, formError } from "#areas/public/form-problem.tsx";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";
import { StepList } from "#areas/public/step-list.tsx";
import type { AffiliateApplication } from "#api/generated/affiliate.ts";
import { affiliateApply } from "#api/generated/calls/public.ts";
import { ApiError } from "#api/http.ts";
import { solutionOf } from "#media/challenge/solution.ts";
import { type FormErrors, useForm } from "#lib/use-form.ts";

const NEXT = [
  { title: "You apply", text: "Your name and your email are enough." },
  { title: "We review it", text: "Typically within 1-2 business days." },
  {
    title: "You get your promo code",
    text: "With a link to share. Anyone who buys with either pays less every month.",
  },
];

/** `?sponsor=` fills the sponsor in: a partner's link for other partners. */
export default function ApplyScreen() {
  useTitle(titles.affiliateApply);
  const [search] = useSearchParams();
  useEffect(prepareToastsSoon, []);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="grid items-start gap-x-16 gap-y-9 py-8 lg:grid-cols-[1fr_28rem]">
        <div className="lg:sticky lg:top-8">
          <h1 className="text-[clamp(2.75rem,10vw,5rem)] leading-[0.95] font-extrabold tracking-[-0.045em]">
            Become a partner
          </h1>
          <p className="mt-6 max-w-[38ch] text-xl leading-snug">
            You know businesses that deserve to be talked about. Bring them to Sayso and earn for as long as
            they stay.
          </p>
          <StepList steps={NEXT} className="hidden max-w-[30rem] lg:block" />
        </div>
        <ApplicationForm sponsor={search.get("sponsor") ?? ""} />
      </div>
    </PageShell>
  );
}

function ApplicationForm({ sponsor }: { sponsor: string }) {
  const title = useId();
  const { form, problem, send } = useApplication(sponsor);
  const { setElement, values, errors, busy, set } = form;
  const field = (name: ApplicationField) => ({
    name,
    value: values[name],
    error: errors[name],
    disabled: busy,
    onChange: (value: string) => set(name, value),
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
        Your application
      </h2>
      <div className="grid gap-x-5 gap-y-2.5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          autoCapitalize="words"
          maxLength={lengths.personName}
          required
          {...field("firstName")}
        />
        <TextField
          label="Surname"
          autoComplete="family-name"
          autoCapitalize="words"
          maxLength={lengths.personName}
          required
          {...field("surname")}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={lengths.email}
        required
        {...field("email")}
      />
      <TextField
        label="Sponsor name (optional)"
        autoComplete="off"
        autoCapitalize="words"
        hint="First name and surname of the partner who sponsors you."
        {...field("sponsorName")}
      />
      <FormProblem problem={problem} />
      <Button type="submit" disabled={busy} className="mt-3 min-h-14 text-lg">
        {busy ? "Submitting..." : "Submit application"}
      </Button>
      <p className="mt-2 text-sm text-muted">
        We use your details to review your application and to contact you.{" "}
        <TextLink href={routes.privacy} newTab>
          Privacy
        </TextLink>
      </p>
    </form>
  );
}

type ApplicationField = Exclude<keyof AffiliateApplication, "challenge">;

const EMPTY: AffiliateApplication = { firstName: "", surname: "", email: "", sponsorName: "" };
const FIELDS = Object.keys(EMPTY) as ApplicationField[];

/** A partner's application form and its submission. A failure keeps the input. */
function useApplication(sponsor: string) {
  const navigate = useNavigate();
  const form = useForm<AffiliateApplication>({ ...EMPTY, sponsorName: sponsor });
  /** The server's error about the form as a whole. */
  const [problem, setProblem] = useState("");

  const refuse = (faults: FormErrors<AffiliateApplication>) => {
    form.reject(faults);
    const first = FIELDS.map((field) => faults[field]).find(Boolean);
    void showToast("error", first === texts.missing ? "Please fill in all required fields" : (first ?? ""));
  };

  const send = async () => {
    const values = FIELDS.reduce((all, field) => ({ ...all, [field]: all[field].trim() }), form.values);
    setProblem("");
    const faults = faultsOf(values);
    if (Object.keys(faults).length > 0) {
      refuse(faults);
      return;
    }
    await form.submit(async () => {
      try {
        await apply(values);
        void showToast("success", "Application submitted successfully!");
        void navigate(routes.affiliateSuccess);
      } catch (error) {
        const refused = error instanceof ApiError ? error.fields : {};
        if (Object.keys(refused).length > 0) {
          refuse(refused);
          return;
        }
        form.reject({}, "submit");
        setProblem(formError(error));
        void showToast("error", "Failed to submit application");
      }
    });
  };

  return { form, problem, send };
}

/** Sends an application; resends it with a solution if the server asks for a challenge. */
async function apply(values: AffiliateApplication): Promise<void> {
  const send = (challenge?: string) => affiliateApply(challenge ? { ...values, challenge } : values);
  try {
    await send();
  } catch (error) {
    const solution = error instanceof ApiError && error.challenge ? await solutionOf(error.challenge) : null;
    if (!solution) throw error;
    await send(solution);
  }
}

/** Client-side validation; the server validates again. */
function faultsOf(values: AffiliateApplication): FormErrors<AffiliateApplication> {
  const faults: FormErrors<AffiliateApplication> = {};
  for (const field of ["firstName", "surname"] as const) {
    if (!values[field]) faults[field] = texts.missing;
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email)) faults.email = texts.affiliateEmail;
  return faults;
}
