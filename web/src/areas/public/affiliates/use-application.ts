import { useState } from "react";
import { useNavigate } from "react-router";
import type { AffiliateApplication } from "#api/generated/affiliate.ts";
import { affiliateApply } from "#api/generated/calls/public.ts";
import { texts } from "#api/generated/rules.json";
import { ApiError } from "#api/http.ts";
import { solutionOf } from "#media/challenge/solution.ts";
import { type FormErrors, useForm } from "#lib/use-form.ts";
import { routes } from "#paths.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { formError } from "#areas/public/form-problem.tsx";

export type ApplicationField = Exclude<keyof AffiliateApplication, "challenge">;

const EMPTY: AffiliateApplication = { firstName: "", surname: "", email: "", sponsorName: "" };
const FIELDS = Object.keys(EMPTY) as ApplicationField[];

/** A partner's application form and its submission. A failure keeps the input. */
export function useApplication(sponsor: string) {
  const navigate = useNavigate();
  const form = useForm<AffiliateApplication>({ ...EMPTY, sponsorName: sponsor });
  /** The server's error about the form as a whole. */
  const [problem, setProblem] = useState("");

  const refuse = (faults: FormErrors<AffiliateApplication>) => {
    form.reject(faults);
    const first = FIELDS.map((field) => faults[field]).find(Boolean);
    void showToast("error", first === texts.missing ? "Please fill in all required fields" : (first ?? ""));
  };

  const send = async () => {
    const values = FIELDS.reduce((all, field) => ({ ...all, [field]: all[field].trim() }), form.values);
    setProblem("");
    const faults = faultsOf(values);
    if (Object.keys(faults).length > 0) {
      refuse(faults);
      return;
    }
    await form.submit(async () => {
      try {
        await apply(values);
        void showToast("success", "Application submitted successfully!");
        void navigate(routes.affiliateSuccess);
      } catch (error) {
        const refused = error instanceof ApiError ? error.fields : {};
        if (Object.keys(refused).length > 0) {
          refuse(refused);
          return;
        }
        form.reject({}, "submit");
        setProblem(formError(error));
        void showToast("error", "Failed to submit application");
      }
    });
  };

  return { form, problem, send };
}

/** Sends an application; resends it with a solution if the server asks for a challenge. */
async function apply(values: AffiliateApplication): Promise<void> {
  const send = (challenge?: string) => affiliateApply(challenge ? { ...values, challenge } : values);
  try {
    await send();
  } catch (error) {
    const solution = error instanceof ApiError && error.challenge ? await solutionOf(error.challenge) : null;
    if (!solution) throw error;
    await send(solution);
  }
}

/** Client-side validation; the server validates again. */
function faultsOf(values: AffiliateApplication): FormErrors<AffiliateApplication> {
  const faults: FormErrors<AffiliateApplication> = {};
  for (const field of ["firstName", "surname"] as const) {
    if (!values[field]) faults[field] = texts.missing;
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email)) faults.email = texts.affiliateEmail;
  return faults;
}
