import { pageAddress } from "../../../../media/way-out.ts";
import { buttonClass } from "../../../../ui/button.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { chunk, useChunk } from "../../../../ui/use-chunk.ts";

const qrCode = chunk(() => import("../../../../ui/qr-code.tsx"));

/** This page on another device: a code to point a camera at, and the same in words. */
export function Elsewhere({ copyLink }: { copyLink: boolean }) {
  const address = pageAddress();
  const { module } = useChunk(qrCode);
  return (
    <figure className="flex flex-col items-center gap-3">
      {/* The place is kept while the code is drawn; where it cannot be, the words remain. */}
      <div className="grid size-52 place-items-center">
        {module && (
          <module.QrCode text={address} label="QR code with the address of this page" className="size-full" />
        )}
      </div>
      <figcaption className="flex flex-col items-center">
        <span className="text-sm text-balance wrap-anywhere text-stage-muted select-all">{address}</span>
        {copyLink && (
          <CopyButton
            text={address}
            label="Copy link"
            copied="Link copied"
            className={buttonClass("quiet", "text-on-stage")}
          />
        )}
      </figcaption>
    </figure>
  );
}
