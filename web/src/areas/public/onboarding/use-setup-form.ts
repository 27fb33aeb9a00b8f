import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../../api/http.ts";
import { sendSetup, type Setup } from "../../../api/onboarding.ts";
import { routes } from "../../../paths.ts";
import { showToast } from "../../../ui/toast.ts";
import { whyRefused } from "../why-refused.ts";
import { forgetSetup, keepSetup, keptSetup } from "./setup-draft.ts";

export type Field = keyof Setup;
export type Errors = Partial<Record<Field, string>>;
type Text = Exclude<Field, "logo">;

/** In the order of the form: what is said beside a field that was left out. */
const REQUIRED: Record<Text, string> = {
  name: "Enter your name",
  email: "Enter your email address",
  company: "Enter your company",
  reviewPlatform: "Choose one",
};

/** The set-up as it is typed, and its way to the server. After a failure everything stays; over a reload, the texts. */
export function useSetupForm() {
  const navigate = useNavigate();
  const [setup, setSetup] = useState<Setup>(() => ({ ...keptSetup(), logo: null }));
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState("");
  const [sending, setSending] = useState(false);
  const [mend, setMend] = useState<{ at: Field | "submit" } | null>(null);
  const busy = useRef(false);
  useEffect(() => keepSetup(setup), [setup]);

  const set = <F extends Field>(field: F, value: Setup[F], error?: string) => {
    setSetup((old) => ({ ...old, [field]: value }));
    setErrors(({ [field]: _corrected, ...rest }) => (error ? { ...rest, [field]: error } : rest));
  };

  const show = (found: Errors) => {
    setErrors(found);
    setMend({ at: [...texts, "logo" as const].find((field) => found[field]) ?? "submit" });
  };

  const submit = async () => {
    // Several taps in one go are one.
    if (busy.current) return;
    const trimmed = texts.reduce((all, field) => ({ ...all, [field]: all[field].trim() }), setup);
    const missing = texts.filter((field) => !trimmed[field]);
    setProblem("");
    if (missing.length > 0) {
      show(Object.fromEntries(missing.map((field) => [field, REQUIRED[field]])));
      void showToast("error", "Error", "Please fill in all required fields");
      return;
    }
    busy.current = true;
    setSending(true);
    try {
      await sendSetup(trimmed);
      forgetSetup();
      void navigate(routes.thankYou);
    } catch (error) {
      console.error("set-up not sent:", error);
      show(error instanceof ApiError ? error.fields : {});
      setProblem(whyRefused(error));
      void showToast("error", "Submission failed", "Please try again or contact support.");
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  return {
    setup,
    errors,
    problem,
    sending,
    /** What the focus goes to after a failure; a new one each time. */
    mend,
    set,
    submit,
  };
}

const texts = Object.keys(REQUIRED) as Text[];
