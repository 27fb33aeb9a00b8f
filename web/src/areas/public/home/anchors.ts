/** Anchors of the home page. */
export const anchors = {
  signUp: "sign-up",
  steps: "how-it-works",
  pricing: "pricing",
  questions: "questions",
} as const;
