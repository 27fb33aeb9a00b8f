import { useQuery } from "@tanstack/react-query";
import type { Logo } from "./qr-drawing.ts";

/** Enough for a poster, and small compared with some uploads. */
const MAX_PX = 512;

/** A client's logo as an image: `undefined` while it loads, `null` if there is none or it cannot be drawn. */
export function useLogo(address: string | null): Logo | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ["logo", address],
    queryFn: ({ signal }) => fetchLogo(address ?? "", signal),
    enabled: address !== null,
    staleTime: Infinity,
  });
  if (address === null || isError) return null;
  return data;
}

async function fetchLogo(address: string, signal: AbortSignal): Promise<Logo> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`the logo answered ${answer.status}`);
  const image = await createImageBitmap(await answer.blob());
  const scale = Math.min(MAX_PX / Math.max(image.width, image.height), 1);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(Math.round(image.width * scale), 1);
  canvas.height = Math.max(Math.round(image.height * scale), 1);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return { dataUrl: canvas.toDataURL("image/png"), width: canvas.width, height: canvas.height };
}
