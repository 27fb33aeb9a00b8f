// A simulated phone camera: mobile browsers' handling of width, height and frame rate.
import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { deliveredVideo } from "../people/customer/delivered.ts";
import { MARGIN } from "../films/finished-film.ts";
import { boundingBox, firstFrame, greyFrames, SCENE } from "../films/pictures.ts";
import type { Sayso } from "../runtime/worker.ts";

export type PhoneCamera = {
  held: "portrait" | "landscape";
  /** Whether width and height follow the sensor, which is landscape, or the screen (W3C mediacapture-main #760). */
  asks: "sensor" | "screen";
  /** Swaps width and height in its settings and its video (WebKit bug 323550). */
  misreports?: boolean;
  /** A browser without WebCodecs' VideoFrame. */
  noVideoFrame?: boolean;
  /** Never answers `applyConstraints` while open. */
  ignoresRequests?: boolean;
  /** Records rotated to the left, whatever is on the screen (WebKit bug 290223). */
  recordsSideways?: boolean;
  /** User agent to imitate: a phone's or a tablet's. */
  navigator?: { userAgent: string; maxTouchPoints: number };
  /** Another camera than a phone's: fixed output for portrait and landscape requests. */
  gives?: Record<"portrait" | "landscape", { width: number; height: number; frameRate: number }>;
  /** Real frame rate, whatever it announces; 30 by default. */
  framesPerSecond?: number;
};

/** Constraints requested by the page: on opening the camera, and on the open camera. */
export type Requests = { opened: MediaTrackConstraints[]; applied: MediaTrackConstraints[] };

export const installPhoneCamera = (page: Page, phone: PhoneCamera) => page.addInitScript(phoneCamera, phone);

/**
 * Puts a phone's camera in the place of the devices; runs in the page. In front of it: a red sky above, blue ground
 * below, and between them a white disc in grey. `window.turnDevice()` turns the phone.
 */
export function phoneCamera(camera: PhoneCamera): void {
  const requests: Requests = { opened: [], applied: [] };
  let { held } = camera;
  const sizes = new Set<() => void>();
  /** Held here, because WebKit may collect a track that no script references, with its added properties. */
  const tracks = new Set<MediaStreamTrack>();
  const orientation = new EventTarget();
  Object.defineProperty(orientation, "type", { get: () => `${held}-primary` });
  Object.defineProperty(screen, "orientation", { value: orientation, configurable: true });
  Object.assign(window, {
    requests,
    tracks,
    turnDevice: () => {
      held = held === "portrait" ? "landscape" : "portrait";
      for (const resize of sizes) resize();
      orientation.dispatchEvent(new Event("change"));
    },
  });

  for (const [name, value] of Object.entries(camera.navigator ?? {}))
    Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true });

  const side = (constraint: ConstrainULong | undefined, otherwise: number) =>
    typeof constraint === "number" ? constraint : (constraint?.ideal ?? otherwise);
  const brushOf = (canvas: HTMLCanvasElement) => {
    const brush = canvas.getContext("2d");
    if (!brush) throw new Error("no canvas");
    return brush;
  };

  const pictureOf = (constraints: MediaTrackConstraints) => {
    let asked = constraints;
    const given = () =>
      camera.gives?.[side(asked.width, 640) < side(asked.height, 480) ? "portrait" : "landscape"];
    const canvas = document.createElement("canvas");
    const brush = brushOf(canvas);
    const resize = () => {
      const [width, height] = [
        given()?.width ?? side(asked.width, 640),
        given()?.height ?? side(asked.height, 480),
      ];
      const turns = camera.asks === "sensor" && held === "portrait";
      [canvas.width, canvas.height] = turns ? [height, width] : [width, height];
    };
    const draw = () => {
      const { width, height } = canvas;
      brush.fillStyle = "#888";
      brush.fillRect(0, 0, width, height);
      brush.fillStyle = "#f00";
      brush.fillRect(0, 0, width, height / 5);
      brush.fillStyle = "#00f";
      brush.fillRect(0, (height * 4) / 5, width, height / 5);
      brush.fillStyle = "#fff";
      brush.beginPath();
      brush.arc(width / 2, height / 2, Math.min(width, height) / 5, 0, 7);
      brush.fill();
      brush.fillStyle = performance.now() % 80 < 40 ? "#888" : "#878787";
      brush.fillRect(0, height / 2, 2, 2);
    };
    sizes.add(resize);
    resize();
    draw();
    const timer = setInterval(draw, 1000 / (camera.framesPerSecond ?? 30));
    const [track] = canvas.captureStream(30).getVideoTracks();
    if (!track) throw new Error("no track");
    tracks.add(track);
    const stop = track.stop.bind(track);
    const settings = track.getSettings.bind(track);
    return Object.assign(track, {
      picture: canvas,
      stop: () => {
        clearInterval(timer);
        sizes.delete(resize);
        tracks.delete(track);
        stop();
      },
      getSettings: () => ({
        ...settings(),
        width: camera.misreports ? canvas.height : canvas.width,
        height: camera.misreports ? canvas.width : canvas.height,
        frameRate: given()?.frameRate ?? 30,
        facingMode: "user",
        deviceId: "front",
      }),
      applyConstraints: async (next: MediaTrackConstraints) => {
        requests.applied.push(structuredClone(next));
        if (camera.ignoresRequests) await new Promise(() => undefined);
        asked = next;
        resize();
        draw();
      },
    });
  };

  // On the prototype: WebKit may collect `navigator.mediaDevices`, with its added properties.
  MediaDevices.prototype.getUserMedia = async ({ video }: MediaStreamConstraints = {}) => {
    const wanted = typeof video === "object" ? video : {};
    requests.opened.push(structuredClone(wanted));
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const ear = audio.createMediaStreamDestination();
    tone.connect(ear);
    tone.start();
    void audio.resume();
    return new MediaStream([pictureOf(wanted), ...ear.stream.getTracks()]);
  };

  if (camera.misreports) {
    const sideOf = (name: "videoWidth" | "videoHeight") =>
      Object.getOwnPropertyDescriptor(HTMLVideoElement.prototype, name)?.get ?? (() => 0);
    const sides = { videoWidth: sideOf("videoHeight"), videoHeight: sideOf("videoWidth") };
    for (const name of ["videoWidth", "videoHeight"] as const) {
      const real = sideOf(name);
      Object.defineProperty(HTMLVideoElement.prototype, name, {
        get(this: HTMLVideoElement): number {
          return (this.srcObject ? sides[name] : real).call(this) as number;
        },
      });
    }
  }
  if (camera.noVideoFrame) Reflect.deleteProperty(window, "VideoFrame");

  if (!camera.recordsSideways) return;
  const Real = MediaRecorder;
  window.MediaRecorder = new Proxy(Real, {
    construct(target, [stream, options]: [MediaStream, MediaRecorderOptions]) {
      const [track] = stream.getVideoTracks() as (MediaStreamTrack & { picture: HTMLCanvasElement })[];
      if (!track) throw new Error("no picture");
      const turned = document.createElement("canvas");
      [turned.width, turned.height] = [track.picture.height, track.picture.width];
      const brush = brushOf(turned);
      const draw = () => {
        brush.setTransform(0, -1, 1, 0, 0, turned.height);
        brush.drawImage(track.picture, 0, 0);
      };
      draw();
      const timer = setInterval(draw, 33);
      const recorder = new target(
        new MediaStream([...turned.captureStream(30).getVideoTracks(), ...stream.getAudioTracks()]),
        options,
      );
      recorder.addEventListener("stop", () => clearInterval(timer));
      return recorder;
    },
  });
}

export const requestsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { requests: Requests }).requests);

export const turnDevice = (page: Page) =>
  page.evaluate(() => (window as unknown as { turnDevice: () => void }).turnDevice());

/** Held upright; it turns its frames, and records them sideways all the same. */
export const SIDEWAYS_PHONE: PhoneCamera = { held: "portrait", asks: "sensor", recordsSideways: true };

const PORTRAIT: readonly [number, number] = [720, 1280];
const LANDSCAPE: readonly [number, number] = [1280, 720];

/** A device's orientation and the file's expected one; `turns`: it is turned during the recording. */
export type HeldDevice = { name: string; phone: PhoneCamera; turns?: true; sides: readonly [number, number] };

/** More phones and tablets beside {@link SIDEWAYS_PHONE}, each with its user agent. */
export const heldDevices = (phone: string, tablet: string): HeldDevice[] => {
  const of = (userAgent: string) => ({ navigator: { userAgent, maxTouchPoints: 5 } });
  const landscape = { width: 1280, height: 720, frameRate: 30 };
  return [
    {
      name: "a phone that is turned in the middle",
      phone: { held: "portrait", asks: "sensor", ...of(phone) },
      turns: true,
      sides: PORTRAIT,
    },
    {
      name: "a phone that lies",
      phone: { held: "landscape", asks: "sensor", ...of(phone) },
      sides: LANDSCAPE,
    },
    {
      name: "a tablet that takes width and height along its screen",
      phone: { held: "portrait", asks: "screen", ...of(tablet) },
      sides: PORTRAIT,
    },
    {
      name: "an external camera, which knows of no device",
      phone: { held: "landscape", asks: "screen", gives: { portrait: landscape, landscape } },
      sides: LANDSCAPE,
    },
  ];
};

/** Asserts that a client received the phone's scene upright, finished, and with its watermark. */
export async function assertUprightVideo(
  sayso: Sayso,
  client: { id: string },
  { name, sides }: Pick<HeldDevice, "name" | "sides">,
): Promise<void> {
  const { row, file } = await deliveredVideo(sayso, client);
  assert.deepEqual([row.unfinished, row.unwatermarked], [null, 0], name);
  const seen = await firstFrame(file);
  assert.deepEqual(seen, { sides: [...sides], scene: SCENE }, name);
  await assertRoundAndMarked(file, sides, name);
}

/** Encoders blur edges, and letters have an outline. */
const NEAR = 8;

/** Asserts that the disc is round in the first and the last frame, neither cut nor stretched, and the watermark below it. */
async function assertRoundAndMarked(
  file: string,
  [width, height]: HeldDevice["sides"],
  name: string,
): Promise<void> {
  const frames = await greyFrames(file, width, height);
  const [sky, ground] = [Math.floor(height / 5), Math.floor((height * 4) / 5)];
  const shorter = Math.min(width, height);
  for (const [when, frame] of Object.entries({ first: frames.at(0), last: frames.at(-1) })) {
    assert.ok(frame, name);
    const bright = (from: number, to: number) =>
      boundingBox(frame.subarray(from * width, to * width), width, (shade) => shade > 200);
    const [disc, letters] = [bright(sky + NEAR, ground - NEAR), bright(ground + NEAR, height)];
    const where = `${name}, ${when}: ${JSON.stringify({ disc, letters })}`;
    assert.ok(disc && letters, where);
    for (const across of [disc.right - disc.left, disc.bottom - disc.top])
      assert.ok(Math.abs(across - shorter * 0.4) <= NEAR, where);
    assert.ok(letters.right - letters.left > 0.16 * shorter, where);
    assert.ok(Math.abs(height - ground - NEAR - letters.bottom - MARGIN * shorter) <= NEAR, where);
  }
}

/** The same of {@link SIDEWAYS_PHONE}. */
export const assertUpright = (sayso: Sayso, client: { id: string }) =>
  assertUprightVideo(sayso, client, { name: "a phone in one's hand", sides: PORTRAIT });
