import { useRef, useState } from "react";
import { subscribe } from "../../../api/endpoints.ts";
import type { SignUp } from "../../../api/generated/SignUp.ts";
import type { SignUpReply } from "../../../api/generated/SignUpReply.ts";
import { ApiError, call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toast.ts";
import { whyRefused } from "../why-refused.ts";
import { homeSettings } from "./settings.ts";

export type Answers = Omit<SignUp, "campaignId">;
export type AnswerField = keyof Answers;

const EMPTY: Answers = { firstName: "", surname: "", company: "", email: "" };
const FIELDS: AnswerField[] = ["firstName", "surname", "company", "email"];
const THANKS = "Thank you for signing up! Please check your email to confirm your subscription.";

/** The pre-launch form: what was typed, what is wrong with it, and the sending. */
export function useSignUp() {
  const [answers, setAnswers] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Answers>>({});
  const [problem, setProblem] = useState("");
  const [sending, setSending] = useState(false);
  const under = useRef(false);

  const set = (field: AnswerField, text: string) => {
    setAnswers((old) => ({ ...old, [field]: text }));
    setErrors(({ [field]: _corrected, ...rest }) => rest);
  };

  /** Answers the first field to mend, or nothing. */
  const send = async (): Promise<AnswerField | undefined> => {
    if (under.current) return undefined;
    setProblem("");
    const missing = FIELDS.filter((field) => !answers[field].trim());
    if (missing.length > 0) {
      setErrors(Object.fromEntries(missing.map((field) => [field, "Please fill this in."])));
      void showToast("error", "Error", "Please fill in all required fields");
      return missing[0];
    }
    under.current = true;
    setSending(true);
    try {
      const { message } = await call<Partial<SignUpReply>>("POST", subscribe, {
        ...trimmed(answers),
        campaignId: homeSettings.campaign_id,
      } satisfies SignUp);
      setAnswers(EMPTY);
      setErrors({});
      void showToast("success", "Success!", message ?? THANKS);
      return undefined;
    } catch (error) {
      void showToast("error", "Error", "Something went wrong. Please try again later.");
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      setProblem(whyRefused(error));
      return FIELDS.find((field) => fields[field]);
    } finally {
      under.current = false;
      setSending(false);
    }
  };

  return { answers, errors, problem, sending, set, send };
}

const trimmed = ({ firstName, surname, company, email }: Answers): Answers => ({
  firstName: firstName.trim(),
  surname: surname.trim(),
  company: company.trim(),
  email: email.trim(),
});
