// Everything that is measured, by name.
import { answers } from "./answers.ts";
import { archive } from "./archive.ts";
import { bundle } from "./bundle.ts";
import { clients } from "./clients.ts";
import { costs } from "./costs.ts";
import { cpu } from "./cpu.ts";
import type { Extent } from "./extent.ts";
import { googleDrive } from "./google-drive.ts";
import { kills } from "./kills.ts";
import { lighthouseScores } from "./lighthouse.ts";
import { memory } from "./memory.ts";
import { pages } from "./pages.ts";
import { partners } from "./partners.ts";
import { probes } from "./probes.ts";
import { recorderClips } from "./recorder/clips.ts";
import { recorderFinish } from "./recorder/finish.ts";
import { recorderFrames } from "./recorder/frames.ts";
import { recorderSlowLines } from "./recorder/slow-lines.ts";
import { recorderWeight } from "./recorder/weight.ts";
import type { Row } from "./table.ts";
import { uploads } from "./uploads.ts";

export const PARTS: Record<string, (extent: Extent) => Promise<Row[]>> = {
  bundle,
  pages,
  uploads,
  clients,
  memory,
  "google drive": googleDrive,
  archive,
  partners,
  cpu,
  costs,
  answers,
  ...kills,
  lighthouse: lighthouseScores,
  probes,
  "recorder weight": recorderWeight,
  "recorder slow lines": recorderSlowLines,
  "recorder frames": recorderFrames,
  "recorder finish": recorderFinish,
  "recorder clips": recorderClips,
};
