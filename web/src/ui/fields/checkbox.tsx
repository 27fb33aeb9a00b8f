import { useId, type ComponentProps, type ReactNode } from "react";

type Props = Omit<ComponentProps<"input">, "onChange" | "type"> & {
  label: ReactNode;
  error?: string | undefined;
  onChange: (ticked: boolean) => void;
};

/** A checkbox whose whole label is clickable. */
export function Checkbox({ label, error, onChange, required, ...rest }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div>
      <label
        htmlFor={id}
        className="flex gap-3 rounded-control border border-hairline p-3 text-[0.9375rem] leading-snug transition-colors hover:bg-sunken has-checked:border-control has-aria-invalid:border-danger"
      >
        <input
          id={id}
          type="checkbox"
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="size-6 shrink-0 accent-signal"
          {...rest}
        />
        <span className="self-center">
          {label}
          {required && <span aria-hidden="true"> *</span>}
        </span>
      </label>
      {error && (
        <p id={errorId} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
