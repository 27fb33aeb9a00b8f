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
  archive: (id: string) => `/api/client/${id}/archive`,
  billing: (id: string) => `/api/client/${id}/billing`,
  subscription: (id: string) => `/api/client/${id}/subscription`,
  invoice: (id: string, invoice: string) => `/api/client/${id}/invoices/${invoice}`,
  cancellation: (id: string) => `/api/client/${id}/cancellation`,
  archivePart: (id: string, until: number, part: number) =>
    `/api/client/${id}/archive.zip?until=${until}&part=${part}`,
  watermark: (id: string) => `/api/client/${id}/watermark`,
  days: (id: string) => `/api/client/${id}/days`,
  submissions: (id: string, search: URLSearchParams) => `/api/client/${id}/submissions?${search}`,
  submission: (id: string, submission: string) => `/api/client/${id}/submissions/${submission}`,
  video: (id: string, submission: string) => `/api/client/${id}/submissions/${submission}/video`,
  download: (id: string, submission: string) => `/api/client/${id}/submissions/${submission}/video?download`,
  /** `how` holds `customer=all` and `reason=abuse`, or nothing. */
  erase: (id: string, submission: string, how: URLSearchParams) =>
    `/api/client/${id}/submissions/${submission}?${how}`,
  credits: (id: string, search: URLSearchParams) => `/api/client/${id}/credits?${search}`,
  drive: (id: string) => `/api/client/${id}/drive`,
  connectWebDav: (id: string) => `/api/client/${id}/drive/webdav`,
  askGoogle: (id: string) => `/api/client/${id}/drive/google`,
  connectGoogle: (id: string) => `/api/client/${id}/drive/google/code`,
  connectGoogleFolder: (id: string) => `/api/client/${id}/drive/google/folder`,
  chooseDrive: (id: string) => `/api/client/${id}/drive/choice`,
  moveVideos: (id: string) => `/api/client/${id}/drive/moves`,
  connectPlatformFolder: (id: string) => `/api/client/${id}/drive/google/platform`,
  oneDrive: (id: string, connection: string) => `/api/client/${id}/drive/${connection}`,
  testDrive: (id: string, connection: string) => `/api/client/${id}/drive/${connection}/test`,
  replaceAsset: "/functions/v1/replace-asset",
};

export const affiliate = {
  /** `which` holds `affiliateId` for an admin's view, or nothing for one's own. */
  dashboard: (which: URLSearchParams) => `/api/affiliate/dashboard?${which}`,
  statement: (month: string, which: URLSearchParams) => `/api/affiliate/statements/${month}?${which}`,
};

/** Where somebody applies to become a partner. */
export const applyAsAffiliate = "/api/public/affiliates";

export const admin = {
  clients: (search: URLSearchParams) => `/api/admin/clients?${search}`,
  clientsCsv: (search: URLSearchParams) => `/api/admin/clients.csv?${search}`,
  client: (id: string) => `/api/admin/clients/${id}`,
  status: (id: string) => `/api/admin/clients/${id}/status`,
  slug: (search: URLSearchParams) => `/api/admin/slug?${search}`,
  driveCheck: "/api/admin/drive-check",
  failedUploads: (search: URLSearchParams) => `/api/admin/failed-uploads?${search}`,
  affiliates: (search: URLSearchParams) => `/api/admin/affiliates?${search}`,
  affiliate: (id: string) => `/api/admin/affiliates/${id}`,
  payAffiliate: (id: string) => `/api/admin/affiliates/${id}/payouts`,
  commissions: (search: URLSearchParams) => `/api/admin/commissions?${search}`,
  calculateCommissions: "/functions/v1/calculate-monthly-commissions",
  approveAffiliate: "/functions/v1/create-affiliate-account",
  retry: (submission: string) => `/api/admin/submissions/${submission}/retry`,
  retryAll: "/api/admin/submissions/retry-all",
  overview: "/api/admin/overview",
  emails: (search: URLSearchParams) => `/api/admin/emails?${search}`,
  resend: (email: string) => `/api/admin/emails/${email}/resend`,
  retention: "/api/admin/retention",
  payments: (search: URLSearchParams) => `/api/admin/payments?${search}`,
  assignSubscription: (id: string) => `/api/admin/subscriptions/${id}/client`,
  assignTopUp: (id: string) => `/api/admin/top-ups/${id}/client`,
  audit: (search: URLSearchParams) => `/api/admin/audit?${search}`,
  onboardingRequests: (search: URLSearchParams) => `/api/admin/onboarding-requests?${search}`,
  onboardingRequest: (id: string) => `/api/admin/onboarding-requests/${id}`,
  onboardingRequestUse: (id: string) => `/api/admin/onboarding-requests/${id}/use`,
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
  stripeSetup: "/api/admin/stripe-setup",
  googleDrive: "/api/admin/google-drive",
  connectGoogleDrive: "/api/admin/google-drive/code",
  testGoogleDrive: "/api/admin/google-drive/test",
  createClient: "/functions/v1/create-client",
  inviteClient: "/functions/v1/invite-client",
};
