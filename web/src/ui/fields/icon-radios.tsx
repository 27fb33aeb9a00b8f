import { useId, type ReactNode } from "react";

type Props<Value extends string> = {
  legend: string;
  value: Value;
  options: { value: Value; label: string; icon: ReactNode }[];
  /** Options per row. */
  columns: 2 | 3;
  onChange: (value: Value) => void;
};

/** Radio buttons with icons and accessible names. */
export function Choices<Value extends string>({ legend, value, options, columns, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{legend}</legend>
      <div
        className={`inline-grid overflow-hidden rounded-control border border-control bg-surface ${columns === 2 ? "grid-cols-2" : "grid-cols-3"}`}
      >
        {options.map((option) => (
          <label
            key={option.value}
            title={option.label}
            className="grid size-12 place-items-center text-muted transition-colors hover:bg-sunken has-checked:bg-ink has-checked:text-surface has-checked:forced-color-adjust-none forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-control"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-label={option.label}
              className="sr-only"
            />
            {option.icon}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
