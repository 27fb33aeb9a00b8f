import { texts } from "#api/generated/rules.json";
import { ImageOff, QrCode } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ClientRecord } from "#api/generated/admin.ts";
import { assetErrorText, replaceAsset } from "#api/replace-asset.ts";
import type { AssetType } from "#api/generated/enums.ts";
import { Group } from "./client-fields.tsx";
import { ImageField } from "./image-field.tsx";
import { isSignedOut, markSignedOut } from "#auth/query-client.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { useQrProblem } from "./use-qr-problem.ts";

type Props = { client: ClientRecord; slug: string; pictures: Pictures; busy: boolean };

/** The client's logo and its own QR image, each with the current one. `slug`: as typed. */
export function PictureFields({ client, slug, pictures, busy }: Props) {
  const qrProblem = useQrProblem(pictures.chosen.qr, slug, client.id);
  const field = (type: AssetType, label: string, name: string, none: string, icon: ReactNode) => {
    const { current, chosen, errors, percent } = pictures;
    const url = current[type];
    const sent = percent[type];
    return (
      <ImageField
        label={label}
        file={chosen[type]}
        error={errors[type] ?? undefined}
        warning={type === "qr" ? qrProblem : null}
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
      {field("logo", "Logo file", "Logo", "None yet.", <ImageOff className="size-5" aria-hidden="true" />)}
      {field(
        "qr",
        "QR file",
        "QR code",
        "Currently the one we generate.",
        <QrCode className="size-5" aria-hidden="true" />,
      )}
    </Group>
  );
}

function noteOf(url: string | null, chosen: File | null, none: string): string {
  if (chosen) return url ? "Replaces this one when you save." : "Uploaded when you save.";
  return `${url ? "" : `${none} `}${texts.imageHint}`;
}

type Each<Value> = Record<AssetType, Value>;

const TYPES: readonly AssetType[] = ["logo", "qr"];
const NONE = { logo: null, qr: null };

export type Pictures = ReturnType<typeof usePictures>;

/** A client's pictures as they are, those chosen in their place, and the way there. Files cannot be kept as drafts. */
export function usePictures(record: ClientRecord) {
  const [current, setCurrent] = useState<Each<string | null>>({
    logo: record.logo_url,
    qr: record.qr_code_url,
  });
  const [chosen, setChosen] = useState<Each<File | null>>(NONE);
  const [errors, setErrors] = useState<Each<string | null>>(NONE);
  /** Progress of the running upload. */
  const [percent, setPercent] = useState<Each<number | null>>(NONE);

  const choose = (type: AssetType, file: File | null) => {
    setChosen((old) => ({ ...old, [type]: file }));
    setErrors((old) => ({ ...old, [type]: null }));
  };

  const sendOne = async (assetType: AssetType, file: File): Promise<boolean> => {
    try {
      const picture = { clientId: record.id, assetType, file, currentUrl: current[assetType] };
      const { assetUrl } = await replaceAsset(picture, (now) => setPercent({ ...NONE, [assetType]: now }));
      setCurrent((old) => ({ ...old, [assetType]: assetUrl }));
      choose(assetType, null);
      return true;
    } catch (error) {
      markSignedOut(error);
      const words = assetErrorText(error instanceof Error ? error : new Error());
      setErrors((old) => ({ ...old, [assetType]: words.join(". ") }));
      // The dialog may have been left meanwhile.
      if (!isSignedOut(error)) void showToast("error", ...words);
      return false;
    } finally {
      setPercent(NONE);
    }
  };

  return {
    current,
    chosen,
    errors,
    percent,
    dirty: TYPES.some((type) => chosen[type] !== null),
    choose,
    discard: () => {
      setChosen(NONE);
      setErrors(NONE);
    },
    /** Uploads one after the other; resolves with whether all succeeded. Failed ones stay chosen. */
    send: async (): Promise<boolean> => {
      let all = true;
      for (const type of TYPES) {
        const file = chosen[type];
        if (file && !(await sendOne(type, file))) all = false;
      }
      return all;
    },
  };
}
