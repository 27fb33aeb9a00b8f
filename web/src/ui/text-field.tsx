import { useId, type ComponentProps } from "react";

type Props = Omit<ComponentProps<"input">, "onChange"> & {
  label: string;
  error?: string | undefined;
  onText: (text: string) => void;
};

/** A labelled input with its message beneath. The message's line is kept free, so that nothing jumps. */
export function TextField({ label, error, onText, required, ...rest }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      <input
        id={id}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onText(event.target.value)}
        className="min-h-12 w-full rounded-control border border-control bg-surface px-3.5 text-ink placeholder:text-muted disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger"
        {...rest}
      />
      <p id={errorId} className="min-h-5 text-sm leading-5 font-medium text-danger">
        {error}
      </p>
    </div>
  );
}
