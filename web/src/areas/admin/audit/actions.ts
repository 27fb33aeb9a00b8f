const WORDS: Record<string, string> = {
  "client.create": "Created the client",
  "client.edit": "Edited the client",
  "client.view": "Looked at the dashboard",
  "client.invite": "Sent an invitation",
  "watermark.change": "Changed the watermark",
  "asset.replace": "Replaced a picture",
  "submission.erase": "Erased a submission",
  "submission.retry": "Retried a delivery",
  "setting.change": "Changed a setting",
  "email.resend": "Sent an email again",
  "setup.dismiss": "Dismissed a set-up",
  "sign-up.retry": "Retried sign-ups",
  "sign-up.delete": "Deleted a sign-up",
  "forward.retry": "Retried handing on a testimonial",
};

/** What was done, in words; an action without words is shown by its name. */
export const actionWords = (action: string): string => WORDS[action] ?? action;

/** For the filter. */
export const ACTION_OPTIONS = [
  { value: "", label: "All" },
  ...Object.entries(WORDS).map(([value, label]) => ({ value, label })),
];
