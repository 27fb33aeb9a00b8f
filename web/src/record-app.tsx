import "./styles/record.css";
import { lazy } from "react";
import "./lib/navigation/history-guard.ts";
import { useRecordPath } from "./areas/public/record/record-address.ts";
import { screenOf, screens } from "./screens.ts";
import { renderApp } from "./render.tsx";
import { ScreenFocus } from "./screen-focus.tsx";

const Record = lazy(screens.record);
const RecordVideo = lazy(screens.recordVideo);

renderApp(<RecordApp />);

/** The record pages, which customers wait for on poor lines: an app of their own, without the router of all others. */
function RecordApp() {
  const path = useRecordPath();
  return (
    <>
      <ScreenFocus pathname={path} />
      {screenOf(path) === "recordVideo" ? <RecordVideo /> : <Record />}
    </>
  );
}
