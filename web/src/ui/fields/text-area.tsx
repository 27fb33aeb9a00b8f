import { useId, type ComponentProps } from "react";

type Props = Omit<ComponentProps<"textarea">, "onChange"> & {
  label: string;
  hint?: string | undefined;
  /** Shown below the field: an error, or a change made to the text. */
  warning?: string | undefined;
  onChange: (text: string) => void;
};

/** A labelled text area. The warning's line is reserved to avoid layout shifts. */
export function TextArea({ label, hint, warning, onChange, ...rest }: Props) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        aria-describedby={`${id}-hint ${id}-warning`}
        onChange={(event) => onChange(event.target.value)}
        className="w-full resize-y rounded-control border border-control bg-surface px-3.5 py-2.5 text-ink placeholder:text-muted"
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <output id={`${id}-warning`} className="block min-h-5 text-sm leading-5 font-medium text-warning">
        {warning}
      </output>
    </div>
  );
}
