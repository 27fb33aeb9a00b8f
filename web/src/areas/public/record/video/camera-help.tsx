import { Camera, ChevronDown } from "lucide-react";
import { useState, type Ref } from "react";
import { Mark } from "../../../../brand/mark.tsx";
import { thisBrowser } from "../../../../media/browser.ts";
import type { CameraProblem } from "../../../../media/camera.ts";
import { buttonClass } from "../../../../ui/button.tsx";
import { explain } from "./camera-help-words.ts";
import { Elsewhere } from "./elsewhere.tsx";
import { FilePicker, type OnFile } from "./file-picker.tsx";
import { LeaveApp } from "./leave-app.tsx";
import { stageButton } from "./stage-button.ts";
import { Steps } from "./steps.tsx";
import { usePermissions } from "./use-permissions.ts";

type Props = OnFile & {
  problem: CameraProblem;
  heading: Ref<HTMLHeadingElement>;
  note: string;
  onGrant: () => void;
};

/** No picture: why, what to do in this very browser, and every other way to a video. */
export function CameraHelp({ problem, heading, note, onGrant, onFile }: Props) {
  const [browser] = useState(thisBrowser);
  const [elsewhere, setElsewhere] = useState(false);
  const permissions = usePermissions(problem === "refused", onGrant);
  const { title, text, steps } = explain(problem, browser, permissions);
  const { handheld } = browser;
  const hopeless = problem === "unsupported";
  const leadsOut = browser.app !== null || hopeless;
  const codeFirst = !handheld && (hopeless || problem === "missing");

  const retry = !hopeless && (
    <button
      type="button"
      onClick={onGrant}
      className={handheld && leadsOut ? stageButton : buttonClass("signal", "min-h-14")}
    >
      <Camera className="size-5" aria-hidden="true" />
      Try the camera again
    </button>
  );
  const cameraApp = handheld && (
    <FilePicker camera signal={leadsOut} label="Record with your camera app" onFile={onFile} />
  );

  return (
    <>
      {/* The code carries the mark itself. */}
      {!codeFirst && <Mark className="size-16 [&_path]:fill-on-stage" />}
      <h2 ref={heading} tabIndex={-1} className="text-[clamp(1.75rem,6vw,2.5rem)]">
        {title}
      </h2>
      <p className="text-stage-muted">{text}</p>
      {steps && <Steps steps={steps} />}
      {codeFirst && <Elsewhere copyLink />}
      <div className="flex w-full flex-col gap-3 sm:w-auto sm:min-w-80">
        {leadsOut && cameraApp}
        {retry}
        {!leadsOut && cameraApp}
        <FilePicker label="Upload a video instead" onFile={onFile} />
      </div>
      {handheld && leadsOut && <LeaveApp browser={browser} />}
      {!codeFirst && (!handheld || leadsOut) && (
        <details className="group w-full" onToggle={(event) => setElsewhere(event.currentTarget.open)}>
          <summary className="mx-auto flex min-h-12 w-fit list-none items-center gap-2 rounded-control px-3 font-semibold underline decoration-stage-muted underline-offset-4 hover:decoration-on-stage [&::-webkit-details-marker]:hidden">
            {handheld ? "Continue on another device" : "Continue on your phone"}
            <ChevronDown className="size-5 transition-transform group-open:rotate-180" aria-hidden="true" />
          </summary>
          <div className="pt-3">{elsewhere && <Elsewhere copyLink={!handheld} />}</div>
        </details>
      )}
      <p className="text-sm text-stage-muted">{note}</p>
    </>
  );
}
