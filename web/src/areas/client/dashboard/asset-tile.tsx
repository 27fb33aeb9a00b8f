import { ImageUp } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { IMAGE_TYPES, type AssetType } from "./replace-asset.ts";
import { useReplaceAsset } from "./use-replace-asset.ts";

type Props = {
  client: ClientView;
  type: AssetType;
  name: string;
  note: string;
  /** The picture as it is now. */
  children: ReactNode;
};

/** One picture of the business, and the way to another. */
export function AssetTile({ client, type, name, note, children }: Props) {
  const id = useId();
  const { percent, replace } = useReplaceAsset(client, type);
  const busy = percent !== null;
  return (
    <div className="flex min-w-0 flex-col">
      <h3 className="mb-2 font-sans text-[0.9375rem] font-semibold tracking-normal">{name}</h3>
      {/* White in both themes: what customers get is printed or shown on white. */}
      <div className="relative grid aspect-square w-full max-w-64 place-items-center overflow-hidden rounded-control border border-hairline bg-white text-black">
        {children}
        {busy && (
          <div className="absolute inset-x-0 bottom-0 border-t border-hairline bg-surface p-3 text-ink">
            <ProgressBar label="Uploading" percent={percent} />
          </div>
        )}
      </div>
      <p className="my-2 text-sm leading-5 text-muted">{note}</p>
      <label
        htmlFor={id}
        className="mt-auto inline-flex min-h-11 items-center gap-2 self-start rounded-control border border-control bg-surface px-4 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken has-disabled:border-hairline has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
      >
        <ImageUp className="size-5" aria-hidden="true" />
        <span>
          Replace <span className="sr-only">{name}</span>
        </span>
        <input
          id={id}
          type="file"
          accept={IMAGE_TYPES.join(",")}
          disabled={busy}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Or the same file could not be chosen again after a failure.
            event.target.value = "";
            if (file) void replace(file);
          }}
        />
      </label>
    </div>
  );
}
