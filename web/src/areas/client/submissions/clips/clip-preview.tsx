import { useEffect, useRef, type PointerEvent, type RefObject } from "react";
import type { Framing, Stretch } from "#api/generated/clips.ts";
import { clipTime } from "#media/clip/clip-plan.ts";
import { nextKept } from "#media/clip/keep.ts";
import type { ClipLook } from "#media/clip/make-clip.ts";
import { isShownAt } from "#media/finish/placement.ts";
import { fills } from "#media/finish/fit-within.ts";

type Props = {
  player: RefObject<HTMLVideoElement | null>;
  url: string;
  keep: readonly Stretch[];
  look: ClipLook | null;
  framing: Framing | null;
  /** While the frame is dragged; `isFirst` begins a drag. */
  onMove: (framing: Framing, isFirst: boolean) => void;
  onTime: (ms: number) => void;
  onBroken: () => void;
};

/** The clip as it will be: each frame of the film is drawn as the finisher draws it. Drags move the frame. */
export function ClipPreview({ player, url, keep, look, framing, onMove, onTime, onBroken }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<{ x: number; y: number; framing: Framing; isFirst: boolean } | null>(null);

  useEffect(() => {
    let frame = 0;
    let shown = -1;
    const paint = () => {
      frame = requestAnimationFrame(paint);
      const video = player.current;
      if (!video || !look || !canvas.current || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      const ms = Math.round(video.currentTime * 1000);
      const next = nextKept(keep, ms);
      if (!video.paused && next !== ms) {
        if (next === null) video.pause();
        else video.currentTime = next / 1000;
        return;
      }
      draw(canvas.current, video, look, (clipTime(keep, ms) ?? 0) / 1000);
      if (ms !== shown) onTime((shown = ms));
    };
    paint();
    return () => cancelAnimationFrame(frame);
  }, [player, keep, look, onTime]);

  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!framing) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, framing, isFirst: true };
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = drag.current;
    if (!from || !look) return;
    const { picture, from: part } = look.placement;
    const { clientWidth, clientHeight } = event.currentTarget;
    const scale = part.width / Math.min(clientWidth, (clientHeight * part.width) / part.height);
    const share = (pixels: number, free: number) => (free > 0 ? (-pixels * scale * 1000) / free : 0);
    onMove(
      {
        x: perMille(from.framing.x + share(event.clientX - from.x, picture.width - part.width)),
        y: perMille(from.framing.y + share(event.clientY - from.y, picture.height - part.height)),
      },
      from.isFirst,
    );
    from.isFirst = false;
  };

  return (
    <div className="on-stage relative h-[min(52svh,30rem)] overflow-hidden rounded-card bg-stage p-2">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the canvas shows them */}
      <video
        ref={player}
        src={url}
        playsInline
        preload="auto"
        aria-hidden="true"
        tabIndex={-1}
        onError={onBroken}
        className="pointer-events-none absolute size-px opacity-0"
      />
      <canvas
        ref={canvas}
        width={look?.size.width ?? 9}
        height={look?.size.height ?? 16}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn anew with each frame
        role="img"
        aria-label="The clip as it will be"
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
        className={`size-full touch-none object-contain ${framing ? "cursor-grab active:cursor-grabbing" : ""}`}
      />
    </div>
  );
}

const perMille = (share: number) => Math.round(Math.min(1000, Math.max(0, share)));

/** Draws a frame of a film as its clip shows it. */
export function draw(
  canvas: HTMLCanvasElement,
  video: HTMLVideoElement,
  { size, placement: { from, to, background }, overlays }: ClipLook,
  seconds: number,
): void {
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) return;
  if (!fills(to, size)) {
    context.fillStyle = background;
    context.fillRect(0, 0, size.width, size.height);
  }
  context.drawImage(video, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
  for (const overlay of overlays) {
    if (isShownAt(overlay, seconds)) context.drawImage(overlay.image, overlay.x, overlay.y);
  }
}
