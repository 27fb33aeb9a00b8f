// Films of colour bars, as encoders name their colours, or do not.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Shown, ToShow } from "../browsers/shown-film.ts";
import { film } from "./films.ts";

const BARS = 8;

/** White, yellow, cyan, green, magenta, red, blue and black. */
const COLOURS = ["ffffff", "ffff00", "00ffff", "00ff00", "ff00ff", "ff0000", "0000ff", "000000"];

export type ColourCase = {
  title: string;
  type: string;
  name: string;
  size: [number, number];
  codec: string[];
  /** Matrix of the planes in ffmpeg's terms, and whether the file names it. */
  matrix: "bt601" | "bt709";
  named: boolean;
  full?: boolean;
  /** Transfer function of a high dynamic range, in ffmpeg's terms. */
  transfer?: string;
  watermark?: false;
  /** Why frames must be drawn: rotated, or with non-square pixels. */
  drawn?: "turned" | "wide";
};

const CODECS = {
  VP8: {
    type: "video/webm",
    name: "bars.webm",
    codec: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"],
  },
  VP9: {
    type: "video/webm",
    name: "bars.webm",
    codec: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"],
  },
  "H.264": { type: "video/mp4", name: "bars.mp4", codec: ["-c:v", "libx264", "-preset", "ultrafast"] },
  AV1: {
    type: "video/mp4",
    name: "bars.mp4",
    codec: ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime"],
  },
};

const LINES: [string, [number, number]][] = [
  ["below 720 lines", [480, 640]],
  ["above", [720, 1280]],
];

/** The first is what Chromium's recorder writes on most computers. */
export const COLOUR_CASES: ColourCase[] = (Object.keys(CODECS) as (keyof typeof CODECS)[]).flatMap((codec) =>
  LINES.flatMap(([lines, size]) => [
    // Unnamed planes have the matrix that players assume.
    colourCase(codec, lines, size, size[1] < 720 ? "bt601" : "bt709", false),
    // VP8 has no colour metadata.
    ...(codec === "VP8"
      ? []
      : [
          colourCase(codec, lines, size, "bt601", true),
          colourCase(codec, lines, size, "bt709", true),
          {
            ...colourCase(codec, lines, size, "bt709", true),
            title: `${codec}, ${lines}, full range`,
            full: true,
          },
        ]),
  ]),
);

/** A high dynamic range, as phones record it: browsers tone-map it. */
export const HIGH_DYNAMIC_RANGE: ColourCase[] = ["arib-std-b67", "smpte2084"].map((transfer) => ({
  ...colourCase("VP9", "above", [720, 1280], "bt709", true),
  title: `VP9, ten bits, ${transfer}`,
  transfer,
}));

/** Frames that are drawn before they are encoded. */
export const DRAWN: ColourCase[] = LINES.flatMap(([lines, size]) =>
  (["turned", "wide"] as const).map((drawn) => {
    const one = colourCase("H.264", lines, size, size[1] < 720 ? "bt601" : "bt709", false);
    return { ...one, title: `${one.title}, ${drawn}`, drawn };
  }),
);

function colourCase(
  codec: keyof typeof CODECS,
  lines: string,
  size: [number, number],
  matrix: "bt601" | "bt709",
  named: boolean,
): ColourCase {
  const title = `${codec}, ${lines}, ${named ? matrix : "no matrix named"}`;
  return { title, ...CODECS[codec], size, matrix, named };
}

/** Two seconds of bars, with audio in WebM only, so that it is converted. */
export function colourBars({
  name,
  size: [width, height],
  codec,
  matrix,
  named,
  full = false,
  transfer,
  drawn,
}: ColourCase) {
  const bars = COLOURS.map(
    (colour, index) =>
      `drawbox=x=${Math.floor((index * width) / BARS)}:w=${Math.ceil(width / BARS)}:h=${height}:color=0x${colour}:t=fill`,
  );
  const range = full ? "pc" : "tv";
  const source = [
    `color=black:size=${width}x${height}:rate=25:duration=2,format=gbrp`,
    ...bars,
    `scale=out_color_matrix=${transfer ? "bt2020" : matrix}:out_range=${range},format=${transfer ? "yuv420p10le" : "yuv420p"}`,
    // With only a range Chromium assumes BT.601 for VP9, at any height.
    ...(named
      ? []
      : ["setparams=range=unknown:colorspace=unknown:color_primaries=unknown:color_trc=unknown"]),
    ...(drawn === "wide" ? ["setsar=4/3"] : []),
  ];
  const standard = matrix === "bt601" ? "smpte170m" : "bt709";
  const [space, primaries] = transfer ? ["bt2020nc", "bt2020"] : [standard, standard];
  const names = named
    ? [
        "-colorspace",
        space,
        "-color_primaries",
        primaries,
        "-color_trc",
        transfer ?? standard,
        "-color_range",
        range,
      ]
    : [];
  return film(
    name,
    [source.join(","), "sine=frequency=440:duration=2"],
    [
      ...codec,
      "-b:v",
      "2M",
      ...names,
      ...(drawn === "turned" ? ["-metadata:s:v", "rotate=90"] : []),
      "-c:a",
      name.endsWith(".webm") ? "libopus" : "aac",
    ],
  );
}

/** Arguments of `shownFilm` for a file with bars, one second after the start. */
export async function barsToShow(file: string, type: string): Promise<ToShow> {
  return [(await readFile(file)).toString("base64"), type, [1], BARS, 0.25];
}

/** Fails if any colour component differs by more than so many levels of 256. */
export function assertSameColours(before: Shown, after: Shown, most: number): void {
  const then = before.moments.flat(2);
  const now = after.moments.flat(2);
  const apart = then.map((value, index) => Math.abs(value - (now[index] ?? Number.NaN)));
  const message = `${JSON.stringify(before.moments)} became ${JSON.stringify(after.moments)}`;
  assert.ok(then.length > 0 && Math.max(...apart) <= most, message);
}
