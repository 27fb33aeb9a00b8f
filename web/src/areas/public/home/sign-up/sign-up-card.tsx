import { lengths } from "#api/generated/rules.json";
import { useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { routes } from "#paths.ts";
import { FormProblem, formError } from "#areas/public/form-problem.tsx";
import { anchors } from "#areas/public/home/anchors.ts";
import { column } from "#areas/public/home/section.tsx";
import { subscribeGetresponse } from "#api/generated/calls/public.ts";
import type { SignUp } from "#api/generated/site.ts";
import { ApiError } from "#api/http.ts";
import { useForm } from "#lib/use-form.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { homeSettings, isOpen } from "#areas/public/home/home-settings.ts";

const promises = () => [
  `${homeSettings.launch_discount}, on either plan.`,
  isOpen()
    ? "Confirm your email with one tap, and we send you your code. Type it in when you pay."
    : "Confirm your email with one tap. We send you your code when you can buy.",
  "There is no obligation to buy.",
];

/** The pre-launch offer. */
export function SignUpCard() {
  const { form, problem, send } = useSignUp();
  const { setElement, busy } = form;
  const titleId = useId();

  const field = (
    name: SignUpField,
    label: string,
    autoComplete: string,
    maxLength: number,
    type = "text",
  ) => (
    <TextField
      label={label}
      name={name}
      type={type}
      autoComplete={autoComplete}
      maxLength={maxLength}
      value={form.values[name]}
      error={form.errors[name]}
      required
      onChange={(text) => form.set(name, text)}
    />
  );

  return (
    <section id={anchors.signUp} aria-labelledby={titleId} className={`${column} scroll-mt-6 py-16 sm:py-24`}>
      <div className="speech-bubble grid gap-x-14 gap-y-8 p-6 sm:p-10 lg:grid-cols-[1fr_1.2fr] lg:p-14">
        <div>
          <p className="font-semibold text-muted">Pre-launch discount</p>
          <h2
            id={titleId}
            className="mt-2 text-[clamp(2.25rem,5vw,3.5rem)] leading-[0.98] tracking-[-0.035em]"
          >
            Be there first. Pay less.
          </h2>
          <ul className="mt-6 flex flex-col gap-3">
            {promises().map((promise) => (
              <li key={promise} className="flex gap-3">
                <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-signal-dot" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <noscript>
          Signing up needs JavaScript. Switch it on in your browser's settings and reload this page.
        </noscript>
        <form
          ref={setElement}
          noValidate
          aria-labelledby={titleId}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <div className="grid gap-x-5 gap-y-2.5 sm:grid-cols-2">
            {field("firstName", "First name", "given-name", lengths.personName)}
            {field("surname", "Surname", "family-name", lengths.personName)}
            {field("company", "Company", "organization", lengths.companyName)}
            {field("email", "Email", "email", lengths.email, "email")}
          </div>
          <FormProblem problem={problem} />
          <Button type="submit" aria-disabled={busy} className="mt-3 min-h-14 w-full text-lg">
            {busy ? "Signing up..." : "Sign up for the discount"}
          </Button>
          <p className="mt-4 text-sm text-muted">
            We use your details for this offer only.{" "}
            <TextLink href={routes.privacy} newTab>
              Privacy
            </TextLink>
          </p>
        </form>
      </div>
    </section>
  );
}

type Values = Omit<SignUp, "campaignId">;
type SignUpField = keyof Values;

const EMPTY: Values = { firstName: "", surname: "", company: "", email: "" };
const FIELDS = Object.keys(EMPTY) as SignUpField[];
const THANKS = "Thank you for signing up! Please check your email to confirm your subscription.";

/** The pre-launch form and its submission. */
function useSignUp() {
  const form = useForm(EMPTY);
  /** The server's error about the form as a whole. */
  const [problem, setProblem] = useState("");

  const send = async () => {
    const values = trimmed(form.values);
    const missing = FIELDS.filter((field) => !values[field]);
    setProblem("");
    if (missing.length > 0) {
      form.reject(Object.fromEntries(missing.map((field) => [field, "Please fill this in."])));
      void showToast("error", "Error", "Please fill in all required fields");
      return;
    }
    await form.submit(async () => {
      try {
        const body: SignUp = { ...values, campaignId: homeSettings.campaign_id };
        const { message } = await subscribeGetresponse(body);
        form.reset(EMPTY);
        void showToast("success", "Success!", message ?? THANKS);
      } catch (error) {
        form.reject(error instanceof ApiError ? error.fields : {});
        setProblem(formError(error));
        void showToast("error", "Error", "Something went wrong. Please try again later.");
      }
    });
  };

  return { form, problem, send };
}

const trimmed = ({ firstName, surname, company, email }: Values): Values => ({
  firstName: firstName.trim(),
  surname: surname.trim(),
  company: company.trim(),
  email: email.trim(),
});
