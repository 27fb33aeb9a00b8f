// A camera that sees one of the site's drawn customers.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

/** Puts a drawing in the place of the camera, upright as a phone is held. */
export async function seeCustomer(page: Page, file: string): Promise<void> {
  await page.addInitScript(
    (drawing) => {
      navigator.mediaDevices.getUserMedia = async () => {
        const picture = new Image();
        picture.src = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
        await picture.decode();
        const canvas = document.createElement("canvas");
        canvas.width = 720;
        canvas.height = 1280;
        const brush = canvas.getContext("2d");
        if (!brush) throw new Error("no canvas");
        let sway = 0;
        setInterval(() => {
          // A still picture would be taken for a frozen camera.
          sway += 1;
          brush.drawImage(picture, Math.sin(sway / 9) * 3 - 4, -4, 728, 1294);
        }, 40);
        const context = new AudioContext();
        const ear = context.createMediaStreamDestination();
        const voice = context.createOscillator();
        voice.connect(ear);
        voice.start();
        return new MediaStream([...canvas.captureStream(25).getTracks(), ...ear.stream.getTracks()]);
      };
    },
    await readFile(file, "utf8"),
  );
}
