/** Figures that the public texts state; each stands here once. */
export const facts = {
  effectiveDate: "1 October 2025",
  driveMonths: 6,
  temporaryDays: 30,
  daysAfterCancellation: 14,
  demoHours: 24,
  graceDays: 7,
  liabilityMonths: 3,
  supportBusinessHours: 24,
  uploadHours: 24,
  creditsPerMonth: 50,
  plans: {
    standard: { name: "Standard Plan", setUp: "£199", monthly: "£29" },
    noSetup: { name: "No Setup Plan", setUp: "£0", monthly: "£39" },
  },
} as const;
