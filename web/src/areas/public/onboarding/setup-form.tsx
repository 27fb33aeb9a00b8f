import { useEffect, useId, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { FormProblem } from "../form-problem.tsx";
import { LogoField } from "./logo-field.tsx";
import { PlatformField } from "./platform-field.tsx";
import { useSetupForm } from "./use-setup-form.ts";

/** What we need to know to set a business up. */
export function SetupForm() {
  const element = useRef<HTMLFormElement>(null);
  const title = useId();
  const { setup, errors, problem, sending, mend, set, submit } = useSetupForm();

  useEffect(() => {
    if (mend)
      element.current?.querySelector<HTMLElement>(`[name="${mend.at}"], [type="${mend.at}"]`)?.focus();
  }, [mend]);

  const text = (field: "name" | "email" | "company") => ({
    name: field,
    value: setup[field],
    error: errors[field],
    required: true,
    disabled: sending,
    onText: (value: string) => set(field, value),
  });

  return (
    <form
      ref={element}
      noValidate
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
        value={setup.reviewPlatform}
        error={errors.reviewPlatform}
        disabled={sending}
        onChoose={(platform) => set("reviewPlatform", platform)}
      />
      <LogoField
        logo={setup.logo}
        error={errors.logo}
        disabled={sending}
        onLogo={(logo, error) => set("logo", logo, error)}
      />
      <FormProblem problem={problem} />
      <Button type="submit" disabled={sending} className="mt-3 min-h-14 text-lg">
        {sending ? "Submitting..." : "Complete setup"}
      </Button>
    </form>
  );
}
