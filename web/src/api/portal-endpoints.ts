/** Every address that the portals call. */
export const auth = {
  session: "/api/auth/session",
  login: "/api/auth/login",
  logout: "/api/auth/logout",
  reset: "/api/auth/reset",
  link: "/api/auth/link",
  password: "/api/auth/password",
  sessions: "/api/auth/sessions",
  oneSession: (id: string) => `/api/auth/sessions/${id}`,
  totp: "/api/auth/totp",
  confirmTotp: "/api/auth/totp/confirm",
  affiliateReset: "/functions/v1/send-affiliate-password-reset",
};

export const client = {
  /** `which` holds `clientId` or `slug` of an address, or nothing for one's own. */
  dashboard: (which: URLSearchParams) => `/api/client/dashboard?${which}`,
  watermark: (id: string) => `/api/client/${id}/watermark`,
  days: (id: string) => `/api/client/${id}/days`,
  submissions: (id: string, search: URLSearchParams) => `/api/client/${id}/submissions?${search}`,
  submission: (id: string, submission: string) => `/api/client/${id}/submissions/${submission}`,
  video: (id: string, submission: string) => `/api/client/${id}/submissions/${submission}/video`,
  download: (id: string, submission: string) => `/api/client/${id}/submissions/${submission}/video?download`,
  erase: (id: string, submission: string, wholeCustomer: boolean) =>
    `/api/client/${id}/submissions/${submission}${wholeCustomer ? "?customer=all" : ""}`,
  replaceAsset: "/functions/v1/replace-asset",
};

export const admin = {
  clients: (search: URLSearchParams) => `/api/admin/clients?${search}`,
  clientsCsv: (search: URLSearchParams) => `/api/admin/clients.csv?${search}`,
  client: (id: string) => `/api/admin/clients/${id}`,
  status: (id: string) => `/api/admin/clients/${id}/status`,
  slug: (search: URLSearchParams) => `/api/admin/slug?${search}`,
  driveCheck: "/api/admin/drive-check",
  failedUploads: (search: URLSearchParams) => `/api/admin/failed-uploads?${search}`,
  affiliates: (search: URLSearchParams) => `/api/admin/affiliates?${search}`,
  retry: (submission: string) => `/api/admin/submissions/${submission}/retry`,
  retryAll: "/api/admin/submissions/retry-all",
  overview: "/api/admin/overview",
  emails: (search: URLSearchParams) => `/api/admin/emails?${search}`,
  resend: (email: string) => `/api/admin/emails/${email}/resend`,
  audit: (search: URLSearchParams) => `/api/admin/audit?${search}`,
  onboardingRequests: (search: URLSearchParams) => `/api/admin/onboarding-requests?${search}`,
  onboardingRequest: (id: string) => `/api/admin/onboarding-requests/${id}`,
  onboardingLogo: (id: string) => `/api/admin/onboarding-requests/${id}/logo`,
  signUps: (search: URLSearchParams) => `/api/admin/sign-ups?${search}`,
  signUp: (id: string) => `/api/admin/sign-ups/${id}`,
  signUpsCsv: (search: URLSearchParams) => `/api/admin/sign-ups.csv?${search}`,
  retrySignUp: (id: string) => `/api/admin/sign-ups/${id}/retry`,
  retrySignUps: "/api/admin/sign-ups/retry-all",
  forwards: (search: URLSearchParams) => `/api/admin/forwards?${search}`,
  retryForward: (submission: string) => `/api/admin/forwards/${submission}/retry`,
  settings: "/api/admin/settings",
  setting: (key: string) => `/api/admin/settings/${key}`,
  createClient: "/functions/v1/create-client",
  inviteClient: "/functions/v1/invite-client",
};
