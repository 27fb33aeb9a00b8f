// Recordings as Chromium records them: no length and no index in WebM, half-second fragments in MP4.
import { film } from "../../support/films/films.ts";

const FRAMES_PER_SECOND = 30;

export type Frame = { width: number; height: number };
export type Kind = "VP8 and Opus in WebM" | "H.264 and Opus in MP4" | "H.264 and AAC in MP4";

const VP8 = "-c:v libvpx -deadline realtime -cpu-used 8 -g 100";
const H264 = "-c:v libx264 -preset ultrafast -profile:v baseline -pix_fmt yuv420p -g 15";
const FRAGMENTS = "-movflags +frag_keyframe+empty_moov+default_base_moof";

const CODINGS: Record<Kind, { ending: string; video: string; audio: string; rate: string; layout: string }> =
  {
    "VP8 and Opus in WebM": {
      ending: "webm",
      video: VP8,
      audio: "-c:a libopus",
      rate: "2500k",
      layout: "-f webm -live 1",
    },
    // Within the byte budget, so that the video can be copied.
    "H.264 and Opus in MP4": {
      ending: "mp4",
      video: H264,
      audio: "-c:a libopus",
      rate: "1500k",
      layout: FRAGMENTS,
    },
    "H.264 and AAC in MP4": {
      ending: "mp4",
      video: H264,
      audio: "-c:a aac",
      rate: "1500k",
      layout: FRAGMENTS,
    },
  };

/** The path of a recording, made once for each machine: a moving picture with the noise of a small lens. */
export function recording(kind: Kind, { width, height }: Frame, seconds: number): Promise<string> {
  const { ending, video, audio, rate, layout } = CODINGS[kind];
  const picture = `testsrc2=size=${width}x${height}:rate=${FRAMES_PER_SECOND}:duration=${seconds},noise=alls=8:allf=t`;
  const sound = `sine=frequency=440:sample_rate=48000:duration=${seconds}`;
  const coding = `${video} -b:v ${rate} -maxrate ${rate} -bufsize ${rate} ${audio} -b:a 64k -ac 1 ${layout}`;
  return film(`recording.${ending}`, [picture, sound], coding.split(" "));
}
