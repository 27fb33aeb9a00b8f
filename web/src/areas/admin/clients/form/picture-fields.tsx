import { ImageOff, QrCode } from "lucide-react";
import type { ReactNode } from "react";
import type { ClientRecord } from "../../../../api/generated/ClientRecord.ts";
import type { AssetType } from "../../../client/dashboard/replace-asset.ts";
import { Group } from "./client-fields.tsx";
import { ImageField } from "./image-field.tsx";
import type { Pictures } from "./use-pictures.ts";

type Props = { client: ClientRecord; pictures: Pictures; busy: boolean };

/** The client's logo and its own QR image, each with what is there now. */
export function PictureFields({ client, pictures, busy }: Props) {
  const field = (type: AssetType, label: string, name: string, none: string, icon: ReactNode) => {
    const { current, chosen, errors, percent } = pictures;
    const url = current[type];
    const sent = percent[type];
    return (
      <ImageField
        label={label}
        file={chosen[type]}
        error={errors[type] ?? undefined}
        note={sent === null ? noteOf(url, chosen[type], none) : `Uploading: ${Math.round(sent)}%`}
        disabled={busy}
        onFile={(file) => pictures.choose(type, file)}
      >
        <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-control border border-hairline bg-sunken text-muted">
          {url ? (
            <img
              src={url}
              alt={`${name} of ${client.company_name} now`}
              className="size-full bg-white object-contain"
            />
          ) : (
            icon
          )}
        </span>
      </ImageField>
    );
  };
  return (
    <Group title="Pictures">
      {field(
        "logo",
        "Logo file",
        "Logo",
        "There is none yet.",
        <ImageOff className="size-5" aria-hidden="true" />,
      )}
      {field(
        "qr",
        "QR file",
        "QR code",
        "Now it is made by us.",
        <QrCode className="size-5" aria-hidden="true" />,
      )}
    </Group>
  );
}

function noteOf(url: string | null, chosen: File | null, none: string): string {
  if (chosen) return url ? "Takes the place of this one when you save." : "Sent when you save.";
  return `${url ? "" : `${none} `}JPEG, PNG or WebP, up to 5 MB.`;
}
