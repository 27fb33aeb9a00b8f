// Playable films of a chosen size.
import { film as madeFilm } from "../support/films/films.ts";

const SECONDS = 30;

const LAYOUTS = {
  /** The index before the pictures, as the web wants it. */
  "index first": ["-movflags", "+faststart"],
  /** The index after the pictures, as cameras write it. */
  "index last": [],
  /** Fragmented with an index each, as browsers record. */
  fragmented: ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"],
};
export type Layout = keyof typeof LAYOUTS;

/** Path of an H.264 MP4 of almost exactly so many MB: a constant bitrate pads the frames. */
export async function film(megabytes: number, layout: Layout = "index first"): Promise<string> {
  if (layout !== "index first")
    return madeFilm("film.mp4", [], ["-i", await film(megabytes), "-c", "copy", ...LAYOUTS[layout]]);
  const rate = `${Math.floor((megabytes * 8 * 1024) / SECONDS)}Ki`;
  // Noise fills the rate with bytes as random as those of a real film; padding would flatter the form parser.
  const picture = `testsrc2=size=640x480:rate=25:duration=${SECONDS},noise=alls=60:allf=t`;
  const coding = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -x264-params nal-hrd=cbr";
  const constant = `-b:v ${rate} -minrate ${rate} -maxrate ${rate} -bufsize ${rate}`;
  return madeFilm("film.mp4", [picture], [...`${coding} ${constant}`.split(" "), ...LAYOUTS[layout]]);
}
