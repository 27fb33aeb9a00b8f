import { useId, type ComponentProps } from "react";

type Props = Omit<ComponentProps<"select">, "onChange"> & {
  label: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
};

export function SelectField({ label, options, onChange, ...rest }: Props) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <select
        id={id}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full rounded-control border border-control bg-surface px-3 text-ink"
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
