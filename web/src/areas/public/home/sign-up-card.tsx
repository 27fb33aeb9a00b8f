import { useId, useRef, type SubmitEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { routes } from "../../../paths.ts";
import { FormProblem } from "../form-problem.tsx";
import { places } from "./places.ts";
import { column } from "./section.tsx";
import { useSignUp, type AnswerField } from "./use-sign-up.ts";

const PROMISES = [
  "Confirm your email with one tap. That is all you do now.",
  "Before we open, your discount code arrives by email.",
  "Use it with either plan. If you change your mind, leave it.",
];

/** The pre-launch offer. */
export function SignUpCard() {
  const { answers, errors, problem, sending, set, send } = useSignUp();
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = await send();
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  };

  const field = (
    name: AnswerField,
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
      value={answers[name]}
      error={errors[name]}
      required
      onText={(text) => set(name, text)}
    />
  );

  return (
    <section id={places.signUp} aria-labelledby={titleId} className={`${column} scroll-mt-6 py-16 sm:py-24`}>
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
            {PROMISES.map((promise) => (
              <li key={promise} className="flex gap-3">
                <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-signal-dot" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <form ref={form} noValidate onSubmit={(event) => void submit(event)} aria-labelledby={titleId}>
          <div className="grid gap-x-5 gap-y-2.5 sm:grid-cols-2">
            {field("firstName", "First name", "given-name", 100)}
            {field("surname", "Surname", "family-name", 100)}
            {field("company", "Company", "organization", 200)}
            {field("email", "Email", "email", 255, "email")}
          </div>
          <FormProblem problem={problem} />
          <Button type="submit" aria-disabled={sending} className="mt-3 min-h-14 w-full text-lg">
            {sending ? "Signing up..." : "Sign up for the discount"}
          </Button>
          <p className="mt-4 text-sm text-muted">
            We use your details for this offer and for nothing else.{" "}
            <TextLink href={routes.privacy} newTab>
              How we look after them
            </TextLink>
          </p>
        </form>
      </div>
    </section>
  );
}
