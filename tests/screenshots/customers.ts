// The bakery's films of the demo data: three of the site's drawn customers, who speak.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "@playwright/test";

const PORTRAITS = "web/src/areas/public/home/portraits";
const PLACE = "tests/support/films/customers";
const SIDES = { width: 540, height: 960 };
const FRAMES_PER_SECOND = 25;
const RATE = 16_000;
/** Silence before and after the words. */
const BEFORE_S = 0.9;
const AFTER_S = 1.3;
/** The share of a voice’s greatest level from which it counts as loud. */
const LOUD = 0.6;
const run = promisify(execFile);

type Customer = {
  name: string;
  words: string;
  /** One of ffmpeg's voices, and how much higher and faster it speaks. */
  voice: "rms" | "slt";
  pitch: number;
  tempo: number;
  /** One letter for each element of the portrait: Scene, Body, Neck, Head, bRows, Eyes, Mouth. */
  parts: string;
  /** Replaces the portrait's own scene. */
  scene?: string;
};

const LOAF =
  '<ellipse rx="46" ry="24" fill="#8a5a2b"/><path d="m-20-10 10 18M-4-12l10 18M12-12l10 16" fill="none" stroke="#e6b566" stroke-width="5" stroke-linecap="round"/>';
const CUSTOMERS: Customer[] = [
  {
    name: "maya",
    words:
      "I came in for one loaf, and went home with four. The sourdough is still warm at eight in the morning. Now I walk past two other bakeries to get here.",
    voice: "slt",
    pitch: 1.04,
    tempo: 0.9,
    parts: "SSSSHBNNHHREHMMH",
  },
  {
    name: "tom",
    words:
      "I was sure that I did not like rye bread. Then Ann gave me a slice with salted butter. That was in March, and I have been here every Saturday since.",
    voice: "rms",
    pitch: 1,
    tempo: 0.95,
    parts: "SSSBBNHHHHHHHREHM",
    scene:
      '<path fill="#f3d9b8" d="M-20-20h400v700H-20z"/><path fill="#1f4f7a" d="M44 700V176a136 136 0 0 1 272 0v524Z"/>' +
      '<path fill="#2f6fae" d="M64 700V182a116 116 0 0 1 232 0v518Z"/><path fill="#ffd489" d="M88 178a92 92 0 0 1 84-90v90Zm100-90a92 92 0 0 1 84 90h-84Z"/>' +
      '<circle cx="278" cy="372" r="9" fill="#ffcf6b"/><path fill="#8a5a2b" d="M334 90h26v14h-26z"/><path fill="#ffd489" d="M330 104h44v52h-44z"/>',
  },
  {
    name: "grace",
    words:
      "I ordered a birthday cake on Thursday evening. On Saturday it was ready, with my daughter's name in blue, spelled right. She would not let us cut it.",
    voice: "slt",
    pitch: 0.9,
    tempo: 1.02,
    parts: "SSSSSSSHBBNNHHHREHMMH",
    scene:
      '<path fill="#efc3a0" d="M-20-20h400v700H-20z"/><path fill="#d99f74" d="M-20 330h116v14H-20zM264 236h116v14H264zM264 390h116v14H264z"/>' +
      '<path fill="#fffaf3" d="M2 262h68v56H2z"/><path fill="#2f6fae" d="M2 262h68v12c-4 10-12 10-16 0-4 12-14 12-18 0-4 10-12 10-16 0-4 10-14 10-18 0Z"/><path fill="#fffaf3" d="M-8 318h88v8H-8zm38 8h12v6H30z"/>' +
      '<path stroke="#d92d20" stroke-width="5" stroke-linecap="round" d="M20 260v-20M36 260v-20M52 260v-20"/><g fill="#f2b84b"><circle cx="20" cy="233" r="5"/><circle cx="36" cy="233" r="5"/><circle cx="52" cy="233" r="5"/></g>' +
      `<g transform="translate(322 212)">${LOAF}</g><g transform="translate(322 366)">${LOAF}</g>`,
  },
];

/** Draws the films and their posters, as the portal makes them. */
export async function makeCustomers(browser: Browser): Promise<void> {
  await mkdir(PLACE, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), "sayso-customers-"));
  try {
    for (const customer of CUSTOMERS) {
      const sound = join(folder, `${customer.name}.wav`);
      await speak(customer, sound);
      await makeVideo(browser, customer, sound, await loudness(sound));
      await makePosters(customer.name);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function speak({ words, voice, pitch, tempo }: Customer, file: string): Promise<void> {
  const text = `${file}.txt`;
  await writeFile(text, words);
  const change = `asetrate=${Math.round(RATE * pitch)},aresample=${RATE},atempo=${tempo}`;
  const pauses = `adelay=${BEFORE_S * 1000},apad=pad_dur=${AFTER_S},loudnorm=I=-18:TP=-2,aresample=${RATE}`;
  const source = ["-f", "lavfi", "-i", `flite=textfile=${text}:voice=${voice}`];
  await run("ffmpeg", ["-v", "error", ...source, "-af", `${change},${pauses}`, "-ac", "1", file]);
}

/** How loud a sound is in each frame, from 0 to 1. */
async function loudness(file: string): Promise<number[]> {
  const raw = ["-v", "error", "-i", file, "-f", "f32le", "-ac", "1", "-ar", `${RATE}`, "-"];
  const { stdout } = await run("ffmpeg", raw, { encoding: "buffer", maxBuffer: 1 << 26 });
  const samples = new Float32Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.byteLength / 4));
  const step = RATE / FRAMES_PER_SECOND;
  const levels = Array.from({ length: Math.ceil(samples.length / step) }, (_, frame) => {
    const part = samples.subarray(frame * step, (frame + 1) * step);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  });
  const loudest = Math.max(...levels) * LOUD;
  return levels.map((level) => Math.min(1, level / loudest));
}

/** The portrait's pose in a frame. All angles are in degrees, all lengths in the portrait's units. */
function poseAt(frame: number, levels: number[]) {
  const at = frame / FRAMES_PER_SECOND;
  const near = (reach: number) => levels.slice(Math.max(0, frame - reach), frame + reach + 1);
  const mean = (part: number[]) => part.reduce((sum, level) => sum + level, 0) / part.length;
  const speaking = Math.min(1, mean(near(8)) * 3);
  const blink = Math.max(0, 1 - Math.abs(((at + 1.1) % 2.9) - 0.1) / 0.09);
  return {
    turn: Math.sin(at * 1.3) * 1.6 + Math.sin(at * 2.9) * 0.8 * speaking,
    nod: Math.sin(at * 2.1) * 1.5 + mean(near(3)) * 3,
    sway: Math.sin(at * 0.8) * 2.5,
    breath: Math.sin(at * 1.9) * 1.2,
    eyes: 1 - 0.9 * blink,
    brows: -3 * mean(near(6)) * speaking,
    // A smile at rest.
    open: (1 - speaking) * 0.95 + speaking * (0.22 + 1.15 * mean(near(1))),
    wide: 1 - 0.2 * speaking * (0.5 + 0.5 * Math.sin(at * 7.3)),
  };
}

async function makeVideo(
  browser: Browser,
  customer: Customer,
  sound: string,
  levels: number[],
): Promise<void> {
  const page = await browser.newPage({ viewport: SIDES });
  const portrait = await readFile(`${PORTRAITS}/${customer.name}.svg`, "utf8");
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: ${SIDES.width}px } text { font: 700 15px "Liberation Sans", sans-serif; fill: #fff; stroke: #0009; stroke-width: 3px; paint-order: stroke }</style>${portrait}`,
  );
  await page.evaluate(
    ({ parts, scene }) => {
      const drawing = document.querySelector("svg");
      if (!drawing) throw new Error("no portrait");
      for (const [index, element] of [...drawing.children].entries())
        element.setAttribute("data-part", parts[index] ?? "?");
      if (scene) {
        for (const element of drawing.querySelectorAll("[data-part=S]")) element.remove();
        drawing.insertAdjacentHTML("afterbegin", `<g data-part="S">${scene}</g>`);
      }
      // The seed's watermark, and a label that goes wherever the film goes.
      drawing.insertAdjacentHTML(
        "beforeend",
        '<text x="342" y="622" text-anchor="end">Blue Door Bakery</text><text x="18" y="622">Drawn for a demo</text>',
      );
    },
    { parts: customer.parts, scene: customer.scene ?? "" },
  );
  const video = `-c:v libx264 -preset veryslow -tune animation -crf 25 -profile:v high -pix_fmt yuv420p`;
  const rest = `-c:a aac -b:a 56k -ar 48000 -shortest -map_metadata -1 -fflags +bitexact -movflags +faststart`;
  const pictures = ["-f", "image2pipe", "-framerate", `${FRAMES_PER_SECOND}`, "-c:v", "png", "-i", "-"];
  const encoder = spawn(
    "ffmpeg",
    [
      "-v",
      "error",
      "-y",
      ...pictures,
      "-i",
      sound,
      ...video.split(" "),
      ...rest.split(" "),
      `${PLACE}/${customer.name}.mp4`,
    ],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
  for (let frame = 0; frame < levels.length; frame += 1) {
    await page.evaluate(
      (pose) => {
        const put = (part: string, transform: string) => {
          for (const element of document.querySelectorAll(`[data-part=${part}]`))
            element.setAttribute("transform", transform);
        };
        const head = `translate(${pose.sway} ${pose.nod + pose.breath}) rotate(${pose.turn} 180 390)`;
        const about = (x: number, y: number, scale: string) =>
          `translate(${x} ${y}) scale(${scale}) translate(${-x} ${-y})`;
        put("B", `translate(${pose.sway * 0.5} ${pose.breath})`);
        put("N", `translate(${pose.sway * 0.7} ${pose.breath})`);
        put("H", head);
        put("R", `${head} translate(0 ${pose.brows})`);
        put("E", `${head} ${about(180, 259, `1 ${pose.eyes}`)}`);
        put("M", `${head} ${about(180, 311, `${pose.wide} ${pose.open}`)}`);
      },
      poseAt(frame, levels),
    );
    if (!encoder.stdin.write(await page.screenshot())) await once(encoder.stdin, "drain");
  }
  encoder.stdin.end();
  const [code] = await once(encoder, "exit");
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  await page.close();
}

/** A frame with a smile: whole, and as the card of shared links. */
async function makePosters(name: string): Promise<void> {
  const source = ["-v", "error", "-y", "-ss", "0.3", "-i", `${PLACE}/${name}.mp4`, "-frames:v", "1"];
  const jpeg = ["-q:v", "4", "-pix_fmt", "yuvj420p", "-map_metadata", "-1", "-bitexact"];
  const card =
    "split[a][b];[a]scale=1200:-2,crop=1200:630,colorchannelmixer=rr=.28:gg=.28:bb=.28[back];[b]scale=-2:630[front];[back][front]overlay=(W-w)/2:0,scale=out_range=full";
  await run("ffmpeg", [...source, "-vf", "scale=-2:720:out_range=full", ...jpeg, `${PLACE}/${name}.jpg`]);
  await run("ffmpeg", [...source, "-vf", card, ...jpeg, `${PLACE}/${name}-card.jpg`]);
}
