import { Camera } from "lucide-react";
import { useCallback, type Ref } from "react";
import { canRecordHere, type CameraProblem } from "#media/camera/camera.ts";
import { Mark } from "#brand/mark.tsx";
import { Button } from "#ui/button.tsx";
import { lazyModule, useLazyModule } from "#lib/use-lazy-module.ts";
import { FileDrop, FilePicker, type OnFile } from "./file-picker.tsx";
import { StageFrame } from "./stage-frame.tsx";
import { cameraProblems } from "#areas/public/record/video/toasts.ts";

/** Most visits never need it; it is fetched with the tap that may lead to it. */
const cameraHelp = lazyModule(() => import("#areas/public/record/video/camera-help/camera-help.tsx"));

/** Texts shown before the camera is on. */
export type Invitation = {
  title: string;
  text: string;
  /** Small, beneath: when anything leaves the device. */
  note: string;
  /** The business's questions, one at a time over the camera's picture. */
  questions: string[];
};

type Props = OnFile & { invitation: Invitation; problem: CameraProblem | null; onGrant: () => void };

/** Shown before the camera is on: a short explanation and one button, or the camera problem and ways around it. */
export function StageWelcome({ invitation, problem, onGrant, onFile }: Props) {
  const cameraProblem = problem ?? (canRecordHere() ? null : "unsupported");
  const { module, timedOut } = useLazyModule(cameraProblem && cameraHelp);
  // Screen readers announce the problem, by whichever of the two headings comes first.
  const heading = useCallback(
    (element: HTMLHeadingElement | null) => void (problem && element?.focus()),
    [problem],
  );

  const grant = () => {
    cameraHelp.fetch().catch(() => undefined);
    onGrant();
  };

  return (
    <FileDrop onFile={onFile}>
      <StageFrame className="justify-center px-6 py-10 text-center flat:py-4 lg:h-auto! lg:min-h-[min(46rem,calc(100svh-var(--around-stage,8rem)))]">
        <div className="mx-auto flex max-w-md flex-col items-center gap-5 flat:max-w-xl flat:gap-3">
          {cameraProblem && module ? (
            <module.CameraHelp
              problem={cameraProblem}
              heading={heading}
              note={invitation.note}
              onGrant={onGrant}
              onFile={onFile}
            />
          ) : cameraProblem && !timedOut ? (
            <output aria-label="One moment">
              <Mark className="size-20 [&_path]:fill-on-stage" dot="animate-breathe" />
            </output>
          ) : (
            <Plain
              heading={heading}
              words={cameraProblem ? cameraProblems[cameraProblem] : invitation}
              note={invitation.note}
              action={cameraProblem === null ? "Grant Camera Access" : "Try the camera again"}
              onGrant={cameraProblem === "unsupported" ? null : grant}
              onFile={onFile}
            />
          )}
        </div>
      </StageFrame>
    </FileDrop>
  );
}

type PlainProps = OnFile & {
  heading: Ref<HTMLHeadingElement>;
  words: { title: string; text: string };
  note: string;
  action: string;
  /** `null`: no camera can be requested. */
  onGrant: (() => void) | null;
};

function Plain({ heading, words, note, action, onGrant, onFile }: PlainProps) {
  return (
    <>
      <Mark className="size-20 flat:hidden [&_path]:fill-on-stage" />
      <h2 ref={heading} tabIndex={-1} className="text-[clamp(2rem,7vw,3rem)] flat:text-2xl">
        {words.title}
      </h2>
      <p className="text-stage-muted">{words.text}</p>
      {onGrant && (
        <Button onClick={onGrant} className="mt-2 min-h-14 w-full sm:w-auto sm:px-8">
          <Camera className="size-5" aria-hidden="true" />
          {action}
        </Button>
      )}
      <FilePicker label="Upload a video instead" onFile={onFile} />
      <p className="text-sm text-stage-muted">{note}</p>
    </>
  );
}

/** Shown until the camera has a picture: permission is pending, or the code is loading. */
export function StageOpening({ onCancel }: { onCancel: () => void }) {
  return (
    <StageFrame className="justify-center px-6 py-10 text-center">
      <output className="mx-auto flex max-w-md flex-col items-center gap-5">
        <Mark className="size-20 [&_path]:fill-on-stage" dot="animate-breathe" />
        <h2 className="text-4xl">Waiting for your camera</h2>
        <p className="text-stage-muted">
          Choose Allow if your browser asks for camera and microphone. Then it is on its way.
        </p>
      </output>
      <Button
        variant="quiet"
        // Ignores a double tap: this button appears below the one just pressed.
        onClick={({ detail }) => detail < 2 && onCancel()}
        className="mx-auto mt-4 text-on-stage"
      >
        Cancel
      </Button>
    </StageFrame>
  );
}
