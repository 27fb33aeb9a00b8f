/** Questions that make a good video: shown on the home page, and offered to every business for its own page. */
export const OFFERED_QUESTIONS = {
  reason: "What did you come in for?",
  worry: "What were you worried about?",
  surprise: "What surprised you?",
  recommendation: "Who would you send to us?",
};
