/** Progress of long work in percent, with words beside it. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const value = Math.round(percent);
  return (
    <div>
      <div className="mb-2 flex justify-between gap-4 text-[0.9375rem]">
        <span className="font-semibold">{label}</span>
        <span className="tabular-nums">{value}%</span>
      </div>
      <progress className="progress-bar" aria-label={label} max={100} value={value} />
    </div>
  );
}
