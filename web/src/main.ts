import "./trusted-types.ts";
import { isRecordPage, preloadScreen } from "./screens.ts";

// The screen's code and the app are fetched side by side: one round trip less before the first paint.
preloadScreen(location.pathname);
const app = isRecordPage(location.pathname) ? import("./record-app.tsx") : import("./app.tsx");
app.catch(() => document.documentElement.classList.add("boot-failed"));
// A partner's link to whatever page; no other visit downloads what remembers it.
const { search } = location;
if (search.includes("ref="))
  void import("./areas/public/referral.ts").then((it) => it.rememberReferral(search));
