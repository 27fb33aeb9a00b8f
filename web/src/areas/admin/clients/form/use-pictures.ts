import { useState } from "react";
import type { ClientRecord } from "../../../../api/generated/ClientRecord.ts";
import { hasEnded, noticeEnd } from "../../../../auth/query-client.ts";
import { showToast } from "../../../../ui/toast.ts";
import { replaceAsset, wordsFor, type AssetType } from "../../../client/dashboard/replace-asset.ts";

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
  /** What has left the device, of the one that is under way. */
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
      noticeEnd(error);
      const words = wordsFor(error instanceof Error ? error : new Error());
      setErrors((old) => ({ ...old, [assetType]: words.join(". ") }));
      // The dialog may have been left meanwhile.
      if (!hasEnded(error)) void showToast("error", ...words);
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
    /** One after the other; answers whether all have arrived. One that has not stays chosen. */
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
