import { Camera } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import type { CameraProblem } from "../../../../media/camera.ts";
import type { Take } from "../../../../media/take.ts";
import { Mark } from "../../../../brand/mark.tsx";
import { Button } from "../../../../ui/button.tsx";
import { FileDrop, FilePicker } from "./file-picker.tsx";
import { StageFrame } from "./stage-frame.tsx";
import { cameraProblems } from "./say.ts";

type Props = {
  client: PublicClient;
  problem: CameraProblem | null;
  onGrant: () => void;
  onFile: (take: Take) => void;
};

/** Before the camera is on: what is about to happen, the one button, and the other way. */
export function StageWelcome({ client, problem, onGrant, onFile }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (problem) heading.current?.focus();
  }, [problem]);

  const words = problem
    ? cameraProblems[problem]
    : {
        title: `Your words about ${client.company_name}`,
        text: "Look into the camera and say what you would tell a friend. 40 seconds at most, and you can record it again as often as you like.",
      };

  return (
    <FileDrop onFile={onFile}>
      <StageFrame className="justify-center px-6 py-10 text-center">
        <div className="mx-auto flex max-w-md flex-col items-center gap-5">
          <Mark className="size-20 [&_path]:fill-on-stage" />
          <h2 ref={heading} tabIndex={-1} className="text-[clamp(2rem,7vw,3rem)]">
            {words.title}
          </h2>
          <p className="text-stage-muted">{words.text}</p>
          {problem !== "unsupported" && (
            <Button onClick={onGrant} className="mt-2 min-h-14 w-full sm:w-auto sm:px-8">
              <Camera className="size-5" aria-hidden="true" />
              {problem ? "Try the camera again" : "Grant Camera Access"}
            </Button>
          )}
          <FilePicker label="Upload a video instead" onFile={onFile} />
          <p className="text-sm text-stage-muted">Nothing is sent until you press submit.</p>
        </div>
      </StageFrame>
    </FileDrop>
  );
}

export function StageOpening({ onCancel }: { onCancel: () => void }) {
  return (
    <StageFrame className="justify-center px-6 py-10 text-center">
      <output className="mx-auto flex max-w-md flex-col items-center gap-5">
        <Mark className="size-20 [&_path]:fill-on-stage" dot="animate-breathe" />
        <h2 className="text-4xl">Waiting for your camera</h2>
        <p className="text-stage-muted">Choose Allow when your browser asks for camera and microphone.</p>
      </output>
      <Button look="quiet" onClick={onCancel} className="mx-auto mt-4 text-on-stage">
        Cancel
      </Button>
    </StageFrame>
  );
}
