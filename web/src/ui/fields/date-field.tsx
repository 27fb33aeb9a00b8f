type Props = {
  label: string;
  /** `yyyy-MM-dd`, or empty. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

/** A day, by the browser's own picker. */
export function DateField({ label, value, min, max, onChange }: Props) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-[0.9375rem] font-semibold">
      {label}
      <input
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full min-w-0 rounded-control border border-control bg-surface px-3 font-normal text-ink tabular-nums"
      />
    </label>
  );
}
