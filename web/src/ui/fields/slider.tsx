import { useId } from "react";

type Props = {
  label: string;
  value: number;
  min: number;
  max: number;
  unit: string;
  onChange: (value: number) => void;
};

/** A native slider in whole steps, with its value beside the label. */
export function Slider({ label, value, min, max, unit, onChange }: Props) {
  const id = useId();
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span className="tabular-nums" aria-hidden="true">
          {value} {unit}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-valuetext={`${value} ${unit}`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-ink"
      />
    </div>
  );
}
