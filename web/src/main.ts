import "./styles/index.css";
import { preloadScreen } from "./screens.ts";

// The screen's code and the app are fetched side by side: one round trip less before the first paint.
preloadScreen(location.pathname);
void import("./app.tsx");
