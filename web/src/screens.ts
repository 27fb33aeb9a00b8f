/** Each screen is its own chunk, so that no page downloads the code of another. */
export const screens = {
  home: () => import("./areas/public/home/home-screen.tsx"),
  demo: () => import("./areas/public/demo/demo-screen.tsx"),
  branded: () => import("./areas/public/branded/branded-screen.tsx"),
  onboarding: () => import("./areas/public/onboarding/onboarding-screen.tsx"),
  thankYou: () => import("./areas/public/onboarding/thank-you-screen.tsx"),
  signUpConfirm: () => import("./areas/public/home/sign-up/sign-up-confirm-screen.tsx"),
  terms: () => import("./areas/public/legal/terms-screen.tsx"),
  privacy: () => import("./areas/public/legal/privacy-screen.tsx"),
  verify: () => import("./areas/public/verify/verify-screen.tsx"),
  consentRecord: () => import("./areas/public/consent-record/consent-record-screen.tsx"),
  iosDebug: () => import("./areas/public/ios-debug/ios-debug-screen.tsx"),
  record: () => import("./areas/public/record/record-screen.tsx"),
  recordVideo: () => import("./areas/public/record/video/record-video-screen.tsx"),
  /** All others, named in a file of their own, so that a public page does not load their names. */
  portals: () => import("./portals.tsx"),
};

/** Screens by URL path. */
const addresses: [RegExp, keyof typeof screens][] = [
  [/^\/record\/[^/]+\/?$/, "record"],
  [/^\/record\/[^/]+\/video\/?$/, "recordVideo"],
  [/^\/$/, "home"],
  [/^\/demo\/?$/, "demo"],
  [/^\/onboarding\/?$/, "onboarding"],
  [/^\/(clients?|affiliates|partners)(\/|$)/, "portals"],
];

/** A failed download is met again, and shown, when the screen renders. */
export function preloadScreen(pathname: string): void {
  const screen = screenOf(pathname);
  if (screen) screens[screen]().catch(() => undefined);
}

export const isRecordPage = (pathname: string): boolean => screenOf(pathname)?.startsWith("record") === true;

export const screenOf = (pathname: string): keyof typeof screens | undefined =>
  addresses.find(([pattern]) => pattern.test(pathname))?.[1];
