import type { KeyboardEvent } from "react";
import type { FormValues } from "../../../../media/core.ts";
import type { Field } from "../../../../media/generated/Field.ts";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { TextField } from "../../../../ui/text-field.tsx";

type Text = "customerName" | "customerEmail";
type Box = "consentData" | "consentMarketing";

type Props = {
  values: FormValues;
  errors: Partial<Record<Field, string>>;
  disabled: boolean;
  /** What is agreed to beside a box. */
  consent: (box: Box) => string;
  set: (field: Text, value: string) => void;
  tick: (box: Box, value: boolean) => void;
  onLeave?: (field: Text) => void;
  onEnter: () => void;
};

/** Who is speaking, and the two consents. */
export function CustomerFields({ values, errors, disabled, consent, set, tick, onLeave, onEnter }: Props) {
  const text = (field: Text) => ({
    name: field,
    value: values[field],
    error: errors[field],
    required: true,
    disabled,
    onText: (value: string) => set(field, value),
    onBlur: () => onLeave?.(field),
    // A browser sends no form whose button is disabled, and says nothing: Enter goes the same way as the button.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
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
    onTick: (value: boolean) => tick(field, value),
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
    </>
  );
}

/** Puts the focus where something is to be mended. */
export function focusField(form: HTMLFormElement | null, field: Field | "video" | "submit"): void {
  form?.querySelector<HTMLElement>(`[name="${field}"], [type="${field}"]`)?.focus();
}
