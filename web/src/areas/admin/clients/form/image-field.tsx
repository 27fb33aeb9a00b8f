import { ImageUp, X } from "lucide-react";
import { useId, useState } from "react";
import { IMAGE_TYPES, whyNot } from "../../../client/dashboard/replace-asset.ts";

type Props = {
  label: string;
  file: File | null;
  /** What the server said of it. */
  error: string | undefined;
  onFile: (file: File | null) => void;
};

/** An image that may come along. What is too large or no image is not even kept. */
export function ImageField({ label, file, error, onFile }: Props) {
  const id = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const problem = refusal ?? error;
  const choose = (chosen: File) => {
    const words = whyNot(chosen);
    setRefusal(words ? words.join(". ") : null);
    onFile(words ? null : chosen);
  };
  return (
    <div className="min-w-0">
      <p id={`${id}-label`} className="mb-1 text-[0.9375rem] font-semibold">
        {label}
      </p>
      <div className="flex items-center gap-2">
        <label
          htmlFor={id}
          className="inline-flex min-h-12 min-w-0 items-center gap-2 rounded-control border border-control bg-surface px-4 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
        >
          <ImageUp className="size-5 shrink-0" aria-hidden="true" />
          <span className="truncate">{file ? file.name : "Choose an image"}</span>
          <input
            id={id}
            type="file"
            accept={IMAGE_TYPES.join(",")}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-note`}
            aria-invalid={problem ? true : undefined}
            className="sr-only"
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              // Or the same file could not be chosen again after a failure.
              event.target.value = "";
              if (chosen) choose(chosen);
            }}
          />
        </label>
        {file && (
          <button
            type="button"
            aria-label={`Without ${label.toLowerCase()}`}
            onClick={() => onFile(null)}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        )}
      </div>
      <p
        id={`${id}-note`}
        role={problem ? "alert" : undefined}
        className={`mt-1 min-h-5 text-sm leading-5 ${problem ? "font-medium text-danger" : "text-muted"}`}
      >
        {problem ?? "JPEG, PNG or WebP, up to 5 MB. Optional."}
      </p>
    </div>
  );
}
