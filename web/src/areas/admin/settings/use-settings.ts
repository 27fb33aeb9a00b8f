import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import type { SettingSummary } from "#api/generated/operations.ts";
import { ApiError } from "#api/http.ts";
import { isSignedOut } from "#auth/query-client.ts";
import { toastFailure } from "#auth/toasts.ts";
import { showToast } from "#ui/toasts/toast.ts";

const KEY = ["admin", "settings"];

/** Every documented setting. */
export function useSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => admin.settingList(signal),
  });
}

const changedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "changed_meanwhile";

/** Saves one setting; an empty value restores its default. Errors about the value are shown at its field. */
export function useSaveSetting({ key, value: loaded }: SettingSummary, onSaved: () => void) {
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (value: string) => admin.settingChange(key, { value, loaded }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: KEY });
      onSaved();
      void showToast("success", "Setting saved");
    },
    onError: async (failure) => {
      // Somebody else has changed it: loads their value, which is shown beside the typed one, before it can be saved
      // again.
      if (changedMeanwhile(failure)) await queries.invalidateQueries({ queryKey: KEY });
      const atField = failure instanceof ApiError && failure.fields.value !== undefined;
      if (!isSignedOut(failure) && !atField) toastFailure("Failed to save setting", failure);
    },
  });
  return {
    save: mutate,
    saving: isPending,
    refusal: changedMeanwhile(error)
      ? `Somebody else has set this to “${error.fields.value}” in the meantime. Save again to replace it.`
      : error instanceof ApiError
        ? error.fields.value
        : undefined,
    reset,
  };
}
