/** A small frame with a line of text where it will stand. */
export function PositionIcon({ position }: { position: string }) {
  const [side, across] = position.split("-");
  const x = across === "left" ? 7 : across === "right" ? 14 : 10.5;
  return (
    <svg viewBox="0 0 28 28" className="size-7" aria-hidden="true">
      <rect
        x="4.5"
        y="2.5"
        width="19"
        height="23"
        rx="3"
        className="fill-none stroke-current"
        strokeWidth="1.5"
      />
      <rect x={x} y={side === "top" ? 6 : 19} width="7" height="3" rx="1" className="fill-current" />
    </svg>
  );
}
