import { isComposing } from "#lib/is-composing.ts";
import type { FormErrors } from "#lib/use-form.ts";
import type { KeyboardEvent } from "react";
import type { FormValues } from "#media/core-types.ts";
import type { Field } from "#media/generated/media.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextField } from "#ui/fields/text-field.tsx";

type Text = "customerName" | "customerEmail";
type Box = "consentData" | "consentMarketing";

type Props = {
  values: FormValues;
  errors: FormErrors<FormValues>;
  disabled: boolean;
  /** Consent text of a box. */
  consent: (box: Box) => string;
  /** Text that belongs to both consents. */
  explanation?: string | undefined;
  onChange: <F extends Field>(field: F, value: FormValues[F]) => void;
  onLeave?: (field: Text) => void;
  onEnter: () => void;
};

/** Name, email and the two consents. */
export function CustomerFields(props: Props) {
  const { values, errors, disabled, consent, explanation, onChange, onLeave, onEnter } = props;
  const text = (field: Text) => ({
    name: field,
    value: values[field],
    error: errors[field],
    required: true,
    disabled,
    onChange: (value: string) => onChange(field, value),
    onBlur: () => onLeave?.(field),
    // A form whose submit button is disabled ignores Enter silently: Enter does the same as the button.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
      event.preventDefault();
      onEnter();
    },
  });
  const box = (field: Box) => ({
    name: field,
    label: consent(field),
    checked: values[field],
    error: errors[field],
    required: true,
    disabled,
    onChange: (value: boolean) => onChange(field, value),
  });
  return (
    <>
      <TextField label="Name" autoComplete="name" autoCapitalize="words" {...text("customerName")} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...text("customerEmail")}
      />
      <Checkbox {...box("consentData")} />
      <Checkbox {...box("consentMarketing")} />
      {explanation && <p className="text-[0.9375rem] text-muted">{explanation}</p>}
    </>
  );
}
