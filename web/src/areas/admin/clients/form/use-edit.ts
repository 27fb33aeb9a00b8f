import { texts } from "#api/generated/rules.json";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as admin from "#api/generated/calls/admin.ts";
import type { ClientChange, ClientRecord } from "#api/generated/admin.ts";
import { ApiError } from "#api/http.ts";
import { isSignedOut } from "#auth/query-client.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { changedFields } from "#lib/changed-fields.ts";
import { attempt } from "#lib/use-draft.ts";
import { useRefreshClients, useUpdateCachedRecord } from "#areas/admin/clients/use-clients.ts";
import {
  adjustmentOf,
  formErrors,
  formOf,
  serverErrors,
  type EditForm,
  type FormErrors,
  without,
  CHECK_FIELDS,
} from "./client-form.ts";
import {
  changeOf,
  conflictsOf,
  saveEdit,
  mergeEdits,
  readEdit,
  type EditDraft,
  type FieldName,
} from "./merge-edits.ts";
import type { Pictures } from "./picture-fields.tsx";

const CONFLICT = "Somebody else has changed the same fields in the meantime. Nothing was saved.";
const NO_PICTURE = "A picture was not saved. Everything else is.";
const BOTH = "Set the remaining credits or adjust them, not both.";

/** Edits over the loaded client: draft, saving, and resolving conflicts if somebody else saved first. */
export function useEdit(record: ClientRecord, pictures: Pictures, onSaved: () => void) {
  const [draft, setDraft] = useState(() => open(record));
  const [adjustment, setAdjustment] = useState("");
  const [errors, setErrors] = useState<FormErrors>({});
  const [refusals, setRefusals] = useState(0);
  const conflicts = conflictsOf(draft);
  const [problem, setProblem] = useState(conflicts.length > 0 ? CONFLICT : null);
  const show = useUpdateCachedRecord();
  const refresh = useRefreshClients();
  const { form, loaded } = draft;
  const changed = changedFields(form, loaded);
  const delta = adjustmentOf(adjustment);
  const typed = changed.length > 0 || adjustment.trim() !== "";

  const creditErrors = (): FormErrors => {
    if (changed.includes("credits_remaining") && delta !== 0) {
      return { credits_remaining: BOTH, credit_adjustment: BOTH };
    }
    if (delta === null) return { credit_adjustment: "Please enter a whole number with + or -." };
    if (Number(loaded.credits_remaining) + delta < 0) {
      return { credit_adjustment: texts.tooFewCredits };
    }
    return {};
  };

  const put = (next: EditDraft) => {
    setDraft(next);
    attempt(() => saveEdit(sessionStorage, record.id, next));
  };

  const refuse = (found: FormErrors, text: string) => {
    setErrors(found);
    setProblem(text);
    setRefusals((count) => count + 1);
  };

  const mergeServerChanges = async () => {
    const now = formOf(await admin.clientGet(record.id));
    const merged = mergeEdits(draft, now);
    put(merged);
    setProblem(
      conflictsOf(merged).length > 0
        ? CONFLICT
        : "Somebody else has changed this client in the meantime. Check the changes and save again.",
    );
  };

  const { mutate, isPending } = useMutation({
    /** `null` if only pictures were chosen. */
    mutationFn: async (change: ClientChange | null) => change && admin.clientEdit(record.id, change),
    onSuccess: async (saved) => {
      if (saved) {
        put(cleanDraft(formOf(saved)));
        // Reset, or the next save would apply it again.
        setAdjustment("");
        show(saved);
        void refresh();
      }
      if (!(await pictures.send())) {
        refuse({}, NO_PICTURE);
        return;
      }
      void showToast("success", "Client updated successfully");
      onSaved();
    },
    onError: async (error) => {
      if (isSignedOut(error)) return;
      const isExplained = error instanceof ApiError && error.code !== "unknown";
      void showToast("error", "Error", isExplained ? error.message : "Failed to update client");
      if (!isExplained) return;
      if (error.code === "changed_meanwhile") {
        setProblem(error.message);
        await mergeServerChanges();
        return;
      }
      refuse(
        error.code === "both_credits" ? { credits_remaining: BOTH } : serverErrors(error.fields),
        error.message,
      );
    },
  });

  return {
    form,
    loaded,
    changed,
    adjustment,
    /** Adds at once the error that credits are set and adjusted at the same time. */
    errors: delta === null ? errors : { ...errors, ...creditErrors() },
    /** Credits after the adjustment. */
    creditsAfter: delta ? Number(loaded.credits_remaining) + delta : null,
    problem,
    conflicts,
    saving: isPending,
    dirty: typed || pictures.dirty,
    change: (changes: Partial<EditForm>) => {
      put({ ...draft, form: { ...form, ...changes } });
      setErrors((old) => without(old, Object.keys(changes)));
    },
    adjust: (text: string) => {
      setAdjustment(text);
      setErrors((old) => without(old, ["credits_remaining", "credit_adjustment"]));
    },
    /** Resolves a conflict: takes the saved value, or keeps the typed one. */
    resolve: (name: FieldName, theirs: boolean) => {
      const { [name]: _resolved, ...base } = draft.base;
      put({ ...draft, form: theirs ? { ...form, [name]: loaded[name] } : form, base });
      if (Object.keys(base).length === 0) setProblem(null);
    },
    discard: () => {
      put(cleanDraft(loaded));
      setAdjustment("");
      pictures.discard();
      setErrors({});
      setProblem(null);
    },
    /** Grows each time that a field was at fault. */
    refusals,
    save: (slugProblem: string | null): void => {
      setProblem(null);
      const found = {
        ...formErrors(form),
        ...creditErrors(),
        ...(slugProblem ? { custom_slug: slugProblem } : {}),
      };
      if (Object.keys(found).length > 0) {
        refuse(found, CHECK_FIELDS);
        void showToast("error", "Error", CHECK_FIELDS);
      } else mutate(typed ? changeOf(form, loaded, delta ?? 0) : null);
    },
  };
}

const cleanDraft = (loaded: EditForm): EditDraft => ({ form: loaded, loaded, base: {} });

function open(record: ClientRecord): EditDraft {
  const now = formOf(record);
  return attempt(() => readEdit(sessionStorage, record.id, now)) ?? cleanDraft(now);
}
