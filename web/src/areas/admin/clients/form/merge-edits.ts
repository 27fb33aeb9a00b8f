import { changedFields } from "#lib/changed-fields.ts";
import { draftKey } from "#lib/use-draft.ts";
import { fieldValue, type EditForm } from "./client-form.ts";
import type { ClientChange } from "#api/generated/admin.ts";

/**
 * Unsaved edits of a client, and each edited field with its original value. Reopening the dialog, after a reload or
 * hours later, then shows what somebody else has saved since.
 */
export type EditDraft = {
  /** All fields as shown in the dialog. */
  form: EditForm;
  /** The client's saved values. */
  loaded: EditForm;
  /** Original values of fields that both changed, until the admin has chosen. */
  base: Partial<EditForm>;
};

/** The fields that both have changed, each in another way. */
export const conflictsOf = ({ base }: EditDraft): FieldName[] => Object.keys(base) as FieldName[];

/** Rebases a draft on newly saved values: fields that were not edited take the new value. */
export function mergeEdits({ form, loaded, base }: EditDraft, now: EditForm): EditDraft {
  const mine = changedFields(form, loaded);
  const merged = { form: { ...now }, loaded: now, base: {} as Partial<EditForm> };
  for (const name of mine) {
    merged.form[name] = form[name];
    const before = base[name] ?? loaded[name];
    if (before !== now[name] && form[name].trim() !== now[name].trim()) merged.base[name] = before;
  }
  return merged;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type Stored = { form: Partial<EditForm>; base: Partial<EditForm> };

const keyOf = (clientId: string) => draftKey(clientId, "admin-edit");

/** Reads the draft, merged with the client's current values. */
export function readEdit(store: Store, clientId: string, now: EditForm): EditDraft {
  const stored = parse(store.getItem(keyOf(clientId)));
  const before = { ...now, ...only(stored.base, now) };
  return mergeEdits({ form: { ...before, ...only(stored.form, now) }, loaded: before, base: {} }, now);
}

/** Stores the changed fields with their original values; removes the draft if nothing is changed. */
export function saveEdit(store: Store, clientId: string, { form, loaded, base }: EditDraft): void {
  const names = changedFields(form, loaded);
  const pick = (from: (name: FieldName) => string) =>
    Object.fromEntries(names.map((name) => [name, from(name)]));
  if (names.length === 0) store.removeItem(keyOf(clientId));
  else {
    const stored = { form: pick((name) => form[name]), base: pick((name) => base[name] ?? loaded[name]) };
    store.setItem(keyOf(clientId), JSON.stringify(stored));
  }
}

/** The fields of a kept draft that the form still has. */
const only = (fields: Partial<EditForm>, form: EditForm): Partial<EditForm> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => Object.hasOwn(form, name) && typeof value === "string"),
  );

function parse(text: string | null): Stored {
  try {
    const value = JSON.parse(text ?? "null") as Partial<Stored> | null;
    return { form: value?.form ?? {}, base: value?.base ?? {} };
  } catch {
    return { form: {}, base: {} };
  }
}

export type FieldName = keyof EditForm;

/** Builds the request: changed fields only, each with the value that was loaded. */
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
