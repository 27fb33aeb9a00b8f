import { Badge } from "#ui/badge.tsx";
import type { RawReason } from "#api/generated/media.ts";
import type { SubmissionSummary } from "#api/generated/client.ts";

const REASONS: Record<RawReason, string> = {
  unsupported: "Your customer's browser cannot prepare a video.",
  undecodable: "Your customer's browser cannot read this video.",
  failed: "Preparing the video failed on your customer's device.",
  stalled: "Preparing the video took too long on your customer's device.",
  "too-large": "The prepared video would have been too large.",
  skipped: "Your customer did not wait for it, or sent the video from another app.",
  crashed: "The page closed twice on your customer's device while it prepared the video.",
};

type Marked = Pick<SubmissionSummary, "unwatermarked" | "unfinished" | "sound_left_out" | "end_missing">;

export function VideoFlags({ line }: { line: Marked }) {
  return (
    <>
      {line.unwatermarked && <Badge tone="warning">No watermark</Badge>}
      {line.unfinished !== null && <Badge tone="warning">As recorded</Badge>}
      {line.sound_left_out && <Badge tone="warning">No sound</Badge>}
      {line.end_missing && <Badge tone="warning">End missing</Badge>}
    </>
  );
}

/** Explains the flags with what to do, in the words of the emails, and the reason, if known. */
export function VideoFlagNotes({ line, reason }: { line: Marked; reason: RawReason | null }) {
  const { unwatermarked, unfinished, sound_left_out, end_missing } = line;
  if (!unwatermarked && unfinished === null && !sound_left_out && !end_missing) return null;
  return (
    <ul className="flex flex-col gap-3 text-[0.9375rem]">
      {line.unwatermarked && (
        <li>
          <Badge tone="warning">No watermark</Badge>
          <span className="mt-1 block">
            Your customer's device could not add it. If you want it, add it before you share the video.
          </span>
        </li>
      )}
      {line.unfinished !== null && (
        <li>
          <Badge tone="warning">As recorded</Badge>
          <span className="mt-1 block">
            This is exactly what your customer's device recorded, so some players may not be able to play it
            or to skip through it. If yours does not, open it in the free VLC player or convert it to MP4.
          </span>
        </li>
      )}
      {line.sound_left_out && (
        <li>
          <Badge tone="warning">No sound</Badge>
          <span className="mt-1 block">
            Your customer's file had sound that their browser could not convert, and that few players support.
            Ask for another recording if you need what was said.
          </span>
        </li>
      )}
      {line.end_missing && (
        <li>
          <Badge tone="warning">End missing</Badge>
          <span className="mt-1 block">
            Your customer's file was cut off before it reached us. The part we received plays; ask for another
            one if you need the rest.
          </span>
        </li>
      )}
      {reason !== null && <li className="text-muted">{REASONS[reason]}</li>}
    </ul>
  );
}
