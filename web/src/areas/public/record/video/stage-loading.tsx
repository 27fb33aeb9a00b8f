import { Mark } from "../../../../brand/mark.tsx";
import { Button } from "../../../../ui/button.tsx";
import { StageFrame } from "./stage-frame.tsx";

/** In the preview's place while its code comes, or when it did not come: the video can be sent all the same. */
export function StageLoading({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <StageFrame className="justify-center px-6 py-10 text-center">
      <div className="mx-auto flex max-w-md flex-col items-center gap-5">
        <Mark className="size-20 [&_path]:fill-on-stage" dot={failed ? "" : "animate-breathe"} />
        {failed && (
          <>
            <h2 className="text-4xl">Your video is ready</h2>
            <p className="text-stage-muted">
              The connection dropped while we fetched the player. You can send your video without watching it.
            </p>
            <Button look="quiet" onClick={onRetry} className="text-on-stage">
              Try to show it again
            </Button>
          </>
        )}
      </div>
    </StageFrame>
  );
}
