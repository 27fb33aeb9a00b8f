import type { OwnWall as Wall } from "#api/generated/public.ts";

/** A wall of ours by its own embed. Its size is fixed, so that nothing moves when it arrives. */
export function OwnWall({ wall, className }: { wall: Wall; className: string }) {
  return (
    <iframe
      src={wall.embed_path}
      title={wall.name}
      width="960"
      height="640"
      loading="lazy"
      allow="fullscreen"
      // The script counts views; testimonials open in tabs of their own.
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      className={`block w-full rounded-card border border-hairline ${className}`}
    />
  );
}
