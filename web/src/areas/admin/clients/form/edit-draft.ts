import { DRAFT_PREFIX } from "../../../../auth/drafts.ts";
import type { EditForm } from "./client-form.ts";
import { changedFields, type FieldName } from "./rebase.ts";

/**
 * What an admin types over a client, and for each field that was typed over what it stood there before: so that
 * whoever opens the dialog again, after a reload or hours later, learns of what somebody else has saved since.
 */
export type EditDraft = {
  /** All fields as they stand in the dialog. */
  form: EditForm;
  /** The client as it is. */
  loaded: EditForm;
  /** What stood in fields that both have changed, until the admin has chosen. */
  over: Partial<EditForm>;
};

/** The fields that both have changed, each in another way. */
export const conflictsOf = ({ over }: EditDraft): FieldName[] => Object.keys(over) as FieldName[];

/** A draft over what somebody else has saved meanwhile. What was not changed here follows. */
export function meet({ form, loaded, over }: EditDraft, now: EditForm): EditDraft {
  const mine = changedFields(form, loaded);
  const met = { form: { ...now }, loaded: now, over: {} as Partial<EditForm> };
  for (const name of mine) {
    met.form[name] = form[name];
    const before = over[name] ?? loaded[name];
    if (before !== now[name] && form[name].trim() !== now[name].trim()) met.over[name] = before;
  }
  return met;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type Kept = { form: Partial<EditForm>; over: Partial<EditForm> };

const keyOf = (clientId: string) => `${DRAFT_PREFIX}${clientId}:admin-edit`;

/** The kept draft over the client as it is now. */
export function readEdit(store: Store, clientId: string, now: EditForm): EditDraft {
  const kept = parse(store.getItem(keyOf(clientId)));
  const before = { ...now, ...only(kept.over, now) };
  return meet({ form: { ...before, ...only(kept.form, now) }, loaded: before, over: {} }, now);
}

/** Keeps the changed fields, each with what it was typed over; where there is none, no draft stays. */
export function keepEdit(store: Store, clientId: string, { form, loaded, over }: EditDraft): void {
  const names = changedFields(form, loaded);
  const pick = (from: (name: FieldName) => string) =>
    Object.fromEntries(names.map((name) => [name, from(name)]));
  if (names.length === 0) store.removeItem(keyOf(clientId));
  else {
    const kept = { form: pick((name) => form[name]), over: pick((name) => over[name] ?? loaded[name]) };
    store.setItem(keyOf(clientId), JSON.stringify(kept));
  }
}

/** The fields of a kept draft that the form still has. */
const only = (fields: Partial<EditForm>, form: EditForm): Partial<EditForm> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => Object.hasOwn(form, name) && typeof value === "string"),
  );

function parse(text: string | null): Kept {
  try {
    const value = JSON.parse(text ?? "null") as Partial<Kept> | null;
    return { form: value?.form ?? {}, over: value?.over ?? {} };
  } catch {
    return { form: {}, over: {} };
  }
}
