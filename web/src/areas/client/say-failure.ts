import { ApiError } from "../../api/http.ts";
import { showToast } from "../../ui/toast.ts";

/** Says why something was not saved. A session that ended says so itself. */
export function sayFailure(error: Error): void {
  if (error instanceof ApiError && error.code === "signed_out") return;
  void showToast("error", "Error", error.message);
}
