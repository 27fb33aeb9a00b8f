import { useState } from "react";
import type { ClientDrive, VideoMoves as Moves } from "#api/generated/drive.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { useMoveVideos } from "./use-drive.ts";

type Props = {
  clientId: string;
  drive: ClientDrive;
  /** The current drive accepts videos. */
  isWorking: boolean;
};

/** Videos in the client's other drives, and their move to the current one. */
export function VideoMoves({ clientId, drive, isWorking }: Props) {
  const { elsewhere, moves } = drive;
  const { mutate, isPending } = useMoveVideos(clientId);
  const [seen, setSeen] = useState(false);
  const isMoving = moves !== null && moves.waiting > 0;
  if (isMoving && !seen) setSeen(true);
  const isOver = seen && !isMoving && elsewhere === 0 && moves?.failed === 0;
  if (elsewhere === 0 && !isMoving && !isOver) return null;
  return (
    <Card title="Earlier videos">
      <div aria-live="polite">
        {isMoving && <Moving moves={moves} />}
        {isOver && <p>All your videos are here now.</p>}
        {!isMoving && elsewhere > 0 && <Elsewhere count={elsewhere} moves={moves} />}
      </div>
      {!isMoving && elsewhere > 0 && !isWorking && (
        <p className="mt-3 max-w-[60ch] text-muted">
          You can move {elsewhere === 1 ? "it" : "them"} here once your drive works.
        </p>
      )}
      {!isMoving && elsewhere > 0 && isWorking && (
        <Button className="mt-5" disabled={isPending} onClick={() => mutate()}>
          {elsewhere === 1 ? "Move it here" : "Move them here"}
        </Button>
      )}
    </Card>
  );
}

function Moving({ moves: { waiting, moved, failed, reason } }: { moves: Moves }) {
  const all = waiting + moved + failed;
  return (
    <>
      <ProgressBar label="Moving your videos here" percent={((moved + failed) / all) * 100} />
      <p className="mt-3 text-muted">
        {moved} of {all} {moved === 1 ? "has" : "have"} arrived. You can leave this page.
      </p>
      {reason !== null && <p className="mt-3">Not every video could be moved at once: {reason}</p>}
    </>
  );
}

function Elsewhere({ count, moves }: { count: number; moves: Moves | null }) {
  return (
    <>
      <p className="max-w-[60ch]">
        {count === 1 ? (
          <>
            <b>1 video is still where it was saved before.</b> We copy it, check it, then remove the original.
          </>
        ) : (
          <>
            <b>{count} videos are still where they were saved before.</b> We copy them, check them, then
            remove the originals.
          </>
        )}
      </p>
      {moves !== null && moves.failed > 0 && (
        <p role="alert" className="mt-3 max-w-[60ch]">
          Last time, {moves.failed} could not be moved: {moves.reason}
        </p>
      )}
    </>
  );
}
