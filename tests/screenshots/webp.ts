// Pictures become WebP in the browser, so that the project needs no tool for it.
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

export async function writeWebp(page: Page, png: Buffer, width: number, file: string): Promise<void> {
  const encoded = await page.evaluate(
    async ({ base64, wide }) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${base64}`;
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = wide;
      canvas.height = Math.round((wide * picture.naturalHeight) / picture.naturalWidth);
      const brush = canvas.getContext("2d");
      if (!brush) throw new Error("no canvas");
      brush.imageSmoothingQuality = "high";
      brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/webp", 0.82).split(",")[1] ?? "";
    },
    { base64: png.toString("base64"), wide: width },
  );
  await writeFile(file, Buffer.from(encoded, "base64"));
}
