import { useId, useLayoutEffect, useRef, type ComponentProps } from "react";

type Props = Omit<ComponentProps<"textarea">, "onChange"> & {
  label: string;
  hint?: string | undefined;
  /** Shown below the field: an error, or a change made to the text. */
  warning?: string | undefined;
  /** As high as its text, without a scroll bar. */
  grows?: boolean;
  onChange: (text: string) => void;
};

/** A labelled text area. The warning's line is reserved to avoid layout shifts. */
export function TextArea({ label, hint, warning, grows = false, onChange, ...rest }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => (grows ? fitToText(field.current) : undefined));
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        style={grows ? { fieldSizing: "content" } : undefined}
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

/** Sets the height where the browser has no `field-sizing` (Safari before 26), also when the width changes. */
function fitToText(field: HTMLTextAreaElement | null): (() => void) | undefined {
  if (!field || CSS.supports("field-sizing", "content")) return undefined;
  const borders = field.offsetHeight - field.clientHeight;
  let width = 0;
  const fit = () => {
    if (field.clientWidth === width) return;
    width = field.clientWidth;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + borders}px`;
  };
  fit();
  const watch = new ResizeObserver(fit);
  watch.observe(field);
  return () => watch.disconnect();
}
