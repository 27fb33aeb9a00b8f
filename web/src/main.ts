import "./trusted-types.ts";
import { isRecordPage, preloadScreen } from "./screens.ts";

// The screen's code and the app are fetched side by side: one round trip less before the first paint.
preloadScreen(location.pathname);
const app = isRecordPage(location.pathname) ? import("./record-app.tsx") : import("./app.tsx");
app.catch(() => document.documentElement.classList.add("boot-failed"));
// Handles a partner's link on any page; other visits do not download this code.
const { search } = location;
if (search.includes("ref="))
  void import("./areas/public/referral.ts").then((it) => it.rememberReferral(search));
