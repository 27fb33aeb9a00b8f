import { image, texts } from "#api/generated/rules.json";
import { ImageUp, Trash2 } from "lucide-react";
import { useCallback, useId, useRef } from "react";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toasts/toast.ts";

/** Validates a logo; returns the error, or `null`. */
async function logoError(file: File): Promise<string | null> {
  if (!image.types.includes(file.type)) return texts.notAnImage;
  if (file.size > image.bytes) return texts.imageTooLarge;
  try {
    // Only a browser can tell whether it can be displayed: the server decodes nothing.
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return texts.notAnImage;
  }
}

type Props = {
  logo: File | null;
  error: string | undefined;
  disabled: boolean;
  onLogo: (logo: File | null, error?: string) => void;
};

/** The optional logo. An invalid file is reported at once. */
export function LogoField({ logo, error, disabled, onLogo }: Props) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const noteId = `${id}-note`;

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const why = await logoError(file);
    if (why) void showToast("error", "Invalid file", why);
    // An earlier valid logo stays.
    onLogo(why ? logo : file, why ?? undefined);
  };

  return (
    <div className="flex flex-col gap-1">
      <p id={`${id}-label`} className="text-[0.9375rem] font-semibold">
        Logo <span className="font-normal text-muted">(optional)</span>
      </p>
      <div className="flex items-center gap-4">
        {/* White in both themes: most logos are drawn for white paper. */}
        <div className="grid size-24 shrink-0 place-items-center overflow-hidden rounded-control border border-hairline bg-white p-2 text-black">
          {logo ? <Preview logo={logo} /> : <ImageUp className="size-7 opacity-50" aria-hidden="true" />}
        </div>
        <div className="flex min-w-0 flex-wrap gap-2">
          <label
            htmlFor={id}
            className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-4 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken has-disabled:border-hairline has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
          >
            {logo ? "Choose another logo" : "Choose a logo"}
            <input
              ref={picker}
              id={id}
              name="logo"
              type="file"
              accept={image.types.join(",")}
              disabled={disabled}
              aria-invalid={error ? true : undefined}
              aria-describedby={noteId}
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                // Reset, or the same file could not be chosen again.
                event.target.value = "";
                void choose(file);
              }}
            />
          </label>
          {logo && (
            <Button
              variant="quiet"
              disabled={disabled}
              onClick={() => {
                onLogo(null);
                picker.current?.focus();
              }}
              className="min-h-11 px-2 text-[0.9375rem]"
            >
              <Trash2 className="size-4" aria-hidden="true" />
              Remove
            </Button>
          )}
        </div>
      </div>
      <p
        id={noteId}
        className={`mt-0.5 mb-1.5 min-h-4.5 text-sm leading-4.5 wrap-anywhere ${error ? "font-medium text-danger" : "text-muted"}`}
      >
        {error ?? logo?.name ?? `${texts.imageHint} You can add it later.`}
      </p>
    </div>
  );
}

function Preview({ logo }: { logo: File }) {
  const show = useCallback(
    (preview: HTMLImageElement) => {
      const url = URL.createObjectURL(logo);
      preview.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [logo],
  );
  return <img ref={show} alt="Your logo" className="max-h-full max-w-full object-contain" />;
}
