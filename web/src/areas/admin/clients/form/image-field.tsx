import { image, texts } from "#api/generated/rules.json";
import { ImageUp, X } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { imageError } from "#api/replace-asset.ts";

type Props = {
  label: string;
  file: File | null;
  error: string | undefined;
  /** A warning about the file, which is accepted anyway. */
  warning?: string | null;
  /** Shown below unless there is an error or a warning. */
  note?: string;
  disabled?: boolean;
  /** The current image. */
  children?: ReactNode;
  onFile: (file: File | null) => void;
};

/** An optional image. A file that is too large or not an image is discarded at once. */
export function ImageField({
  label,
  file,
  error,
  warning = null,
  note = `${texts.imageHint} Optional.`,
  disabled = false,
  children,
  onFile,
}: Props) {
  const id = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const problem = refusal ?? error;
  const message = problem ?? warning;
  const choose = async (chosen: File) => {
    const words = await imageError(chosen);
    setRefusal(words ? words.join(". ") : null);
    onFile(words ? null : chosen);
  };
  return (
    <div className="min-w-0">
      <p id={`${id}-label`} className="mb-1 text-[0.9375rem] font-semibold">
        {label}
      </p>
      <div className="flex items-center gap-2">
        {children}
        <label
          htmlFor={id}
          className="inline-flex min-h-12 min-w-0 items-center gap-2 rounded-control border border-control bg-surface px-4 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken has-disabled:border-hairline has-disabled:bg-transparent has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
        >
          <ImageUp className="size-5 shrink-0" aria-hidden="true" />
          <span className="truncate">{file ? file.name : "Choose an image"}</span>
          <input
            id={id}
            type="file"
            accept={image.types.join(",")}
            disabled={disabled}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-note`}
            aria-invalid={problem ? true : undefined}
            className="sr-only"
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              // Reset, or the same file could not be chosen again after a failure.
              event.target.value = "";
              if (chosen) void choose(chosen);
            }}
          />
        </label>
        {file && (
          <button
            type="button"
            aria-label={`Without ${label.toLowerCase()}`}
            disabled={disabled}
            onClick={() => onFile(null)}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken disabled:text-muted"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        )}
      </div>
      <p
        id={`${id}-note`}
        role={message ? "alert" : undefined}
        className={`mt-1 min-h-5 text-sm leading-5 wrap-anywhere ${problem ? "font-medium text-danger" : message ? "font-medium text-warning" : "text-muted"}`}
      >
        {message ?? note}
      </p>
    </div>
  );
}
