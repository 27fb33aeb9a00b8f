import { Eye, EyeOff } from "lucide-react";
import { useId, useState, type ComponentProps } from "react";

type Props = Omit<ComponentProps<"input">, "onChange" | "type"> & {
  label: string;
  /** Shown below unless there is an error. */
  hint?: string;
  error?: string | undefined;
  onChange: (text: string) => void;
};

/** A password field that can be revealed, with its message below. The message's line is always reserved. */
export function PasswordField({ label, hint, error, onChange, required, ...rest }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="flex flex-col gap-1">
      <label id={`${id}-label`} htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      <div className="relative">
        <input
          id={id}
          type={shown ? "text" : "password"}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-12 w-full rounded-control border border-control bg-surface pr-13 pl-3.5 text-ink placeholder:text-muted disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger"
          {...rest}
        />
        <button
          type="button"
          aria-label={shown ? "Hide what you typed" : "Show what you typed"}
          aria-describedby={`${id}-label`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-3"
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      </div>
      <p
        id={noteId}
        className={`min-h-5 text-sm leading-5 ${error ? "font-medium text-danger" : "text-muted"}`}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
