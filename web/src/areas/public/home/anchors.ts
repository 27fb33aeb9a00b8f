/** Where on the home page links lead to. */
export const anchors = {
  signUp: "sign-up",
  steps: "how-it-works",
  pricing: "pricing",
  questions: "questions",
} as const;
