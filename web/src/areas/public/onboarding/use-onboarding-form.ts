import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "#api/http.ts";
import { sendOnboarding, type CheckoutId, type Onboarding } from "#api/onboarding.ts";
import { useForm } from "#lib/use-form.ts";
import { routes } from "#paths.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { formError } from "#areas/public/form-problem.tsx";

type RequiredField = Exclude<keyof Onboarding, "logo" | "reviewUrl">;

/** Shown beside a field that was left out. */
const REQUIRED: Record<RequiredField, string> = {
  name: "Enter your name",
  email: "Enter your email address",
  company: "Enter your company",
  reviewPlatform: "Choose one",
};
const REQUIRED_FIELDS = Object.keys(REQUIRED) as RequiredField[];

/**
 * The set-up form and its submission. A failure keeps all input, a reload the texts. The payer's email is prefilled
 * once known, unless another was typed by then.
 */
export function useOnboardingForm(checkout: CheckoutId, paidEmail: string | null) {
  const navigate = useNavigate();
  const form = useForm<Onboarding>(() => ({ ...readOnboardingDraft(), logo: null }));
  const [problem, setProblem] = useState("");
  const { values } = form;
  useEffect(() => saveOnboardingDraft(values), [values]);
  const { set, latestValues } = form;
  useEffect(() => {
    if (paidEmail !== null && latestValues().email === "") set("email", paidEmail);
  }, [paidEmail, set, latestValues]);

  const send = async () => {
    const trimmed = [...REQUIRED_FIELDS, "reviewUrl" as const].reduce(
      (all, field) => ({ ...all, [field]: all[field].trim() }),
      values,
    );
    // A URL typed for a platform that was deselected has no field any more.
    if (trimmed.reviewPlatform === "none") trimmed.reviewUrl = "";
    const missing = REQUIRED_FIELDS.filter((field) => !trimmed[field]);
    setProblem("");
    if (missing.length > 0) {
      form.reject(Object.fromEntries(missing.map((field) => [field, REQUIRED[field]])));
      void showToast("error", "Error", "Please fill in all required fields");
      return;
    }
    await form.submit(async () => {
      try {
        const sent = await sendOnboarding(trimmed, checkout);
        deleteOnboardingDraft();
        void navigate(routes.thankYou, { state: sent });
      } catch (error) {
        console.error("set-up not sent:", error);
        form.reject(error instanceof ApiError ? error.fields : {}, "submit");
        setProblem(formError(error));
        void showToast("error", "Submission failed", "Please try again or contact support.");
      }
    });
  };

  return { form, problem, send };
}

/** The part of a set-up that can be stored: not the file. */
type OnboardingTexts = Omit<Onboarding, "logo">;

const EMPTY: OnboardingTexts = { name: "", email: "", company: "", reviewPlatform: "", reviewUrl: "" };
/** Not among the drafts of the portals: those are spoken of when a session ends. */
const KEY = "sayso-set-up";

/** Reads this tab's unsent input. */
function readOnboardingDraft(): OnboardingTexts {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<OnboardingTexts>;
    return { ...EMPTY, ...kept };
  } catch {
    return EMPTY;
  }
}

/** Keeps the input across a reload. */
function saveOnboardingDraft({ name, email, company, reviewPlatform, reviewUrl }: OnboardingTexts): void {
  const texts = { name, email, company, reviewPlatform, reviewUrl };
  try {
    if (Object.values(texts).some((text) => text !== "")) sessionStorage.setItem(KEY, JSON.stringify(texts));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser may lock the storage: then the text lives as long as its screen.
  }
}

/** It was sent. */
const deleteOnboardingDraft = (): void => saveOnboardingDraft(EMPTY);
