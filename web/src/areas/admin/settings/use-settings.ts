import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { SettingLine } from "../../../api/generated/SettingLine.ts";
import { ApiError, call } from "../../../api/http.ts";
import { hasEnded } from "../../../auth/query-client.ts";
import { sayFailed } from "../../../auth/say.ts";
import { showToast } from "../../../ui/toast.ts";

const KEY = ["admin", "settings"];

/** Every documented setting. */
export function useSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call<SettingLine[]>("GET", admin.settings, undefined, signal),
  });
}

const changedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "changed_meanwhile";

/** Saves one setting; an empty value is its default. What is wrong with the value itself is said at its field. */
export function useSaveSetting({ key, value: loaded }: SettingLine, onSaved: () => void) {
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (value: string) => call("PUT", admin.setting(key), { value, loaded }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: KEY });
      onSaved();
      void showToast("success", "Setting saved");
    },
    onError: (failure) => {
      // Somebody else has changed it: what they wrote is loaded, and stands beside what is typed here.
      if (changedMeanwhile(failure)) void queries.invalidateQueries({ queryKey: KEY });
      const atField = failure instanceof ApiError && failure.fields.value !== undefined;
      if (!hasEnded(failure) && !atField) sayFailed("Failed to save setting", failure);
    },
  });
  return {
    save: mutate,
    saving: isPending,
    refusal: changedMeanwhile(error)
      ? `Somebody else has set this to “${error.fields.value}” meanwhile. Save again to replace it.`
      : error instanceof ApiError
        ? error.fields.value
        : undefined,
    forget: reset,
  };
}
