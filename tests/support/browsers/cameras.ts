// Cameras and microphones that a browser does not have.
import type { Page } from "@playwright/test";

/** Picture and sound of the made-up devices. */
export type Scene = { left: string; right: string; sound: "tone" | "none"; facing?: "user" | "environment" };

/**
 * Replaces the devices by a drawn picture and a generated sound. The page's constraints are in `window.asked`, the last
 * stream in `window.stream`.
 */
export async function installFakeCamera(page: Page, scene: Scene, cameras: string[] = []): Promise<void> {
  await page.addInitScript(
    ({ left, right, sound, facing, labels }) => {
      const asked: MediaStreamConstraints[] = [];
      Object.assign(window, { asked });
      const streamOf = () => {
        const canvas = document.createElement("canvas");
        canvas.width = 480;
        canvas.height = 640;
        const brush = canvas.getContext("2d");
        if (!brush) throw new Error("no canvas");
        let turn = 0;
        setInterval(() => {
          for (const [colour, x] of [
            [left, 0],
            [right, 240],
          ] as const) {
            brush.fillStyle = colour;
            brush.fillRect(x, 0, 240, 640);
          }
          turn += 1;
          brush.fillRect(turn % 2, 0, 1, 1);
        }, 40);
        const context = new AudioContext();
        const ear = context.createMediaStreamDestination();
        // Silence is still audio: without any samples a recorder would wait.
        const audio =
          sound === "tone" ? context.createOscillator() : new ConstantSourceNode(context, { offset: 0 });
        audio.connect(ear);
        audio.start();
        void context.resume();
        const stream = new MediaStream([...canvas.captureStream(25).getTracks(), ...ear.stream.getTracks()]);
        for (const track of stream.getVideoTracks()) {
          const real = track.getSettings.bind(track);
          track.getSettings = () => ({
            ...real(),
            ...(facing ? { facingMode: facing } : {}),
            deviceId: "camera 0",
          });
        }
        return stream;
      };
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        asked.push(structuredClone(constraints ?? {}));
        const stream = streamOf();
        Object.assign(window, { stream });
        return stream;
      };
      if (labels.length > 0) {
        navigator.mediaDevices.enumerateDevices = async () =>
          labels.map((label, index) => ({
            kind: "videoinput",
            label,
            deviceId: `camera ${index}`,
            groupId: "",
            toJSON: () => ({}),
          }));
      }
    },
    { ...scene, facing: scene.facing ?? null, labels: cameras },
  );
}
