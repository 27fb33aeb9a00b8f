import type { ClientChange } from "../../../../api/generated/ClientChange.ts";
import { fieldValue, type EditForm } from "./client-form.ts";

export type FieldName = keyof EditForm;

/** The fields that were changed. */
export const changedFields = (form: EditForm, loaded: EditForm): FieldName[] =>
  (Object.keys(loaded) as FieldName[]).filter((name) => form[name].trim() !== loaded[name].trim());

/** What is sent: changed fields only, each with the value that was loaded. */
export function changeOf(form: EditForm, loaded: EditForm, adjustment: number): ClientChange {
  const names = changedFields(form, loaded);
  const pick = (from: EditForm) =>
    Object.fromEntries(names.map((name) => [name, fieldValue(name, from[name])]));
  return {
    changed: pick(form),
    loaded: pick(loaded),
    credit_adjustment: adjustment === 0 ? null : adjustment,
  };
}
