import { useId, type ComponentProps, type ReactNode } from "react";

type Props = Omit<ComponentProps<"input">, "onChange"> & {
  label: string;
  /** Shown below unless there is an error. */
  hint?: ReactNode;
  error?: string | undefined;
  onChange: (text: string) => void;
};

/**
 * A labelled input with one line below for its hint or error, reserved to avoid layout shifts; if there is always a
 * hint, the next element keeps a distance.
 */
export function TextField({ label, hint, error, onChange, required, className = "", ...rest }: Props) {
  const id = useId();
  const description = error ?? hint;
  const noteId = `${id}-note`;
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      <input
        id={id}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={description ? noteId : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full rounded-control border border-control bg-surface px-3.5 text-ink placeholder:text-muted disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger"
        {...rest}
      />
      <p
        id={noteId}
        className={`mt-0.5 min-h-4.5 text-sm leading-4.5 wrap-anywhere ${hint === undefined ? "" : "mb-1.5"} ${error ? "font-medium text-danger" : "text-muted"}`}
      >
        {description}
      </p>
    </div>
  );
}
