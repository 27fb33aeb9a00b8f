import { loadLateTools } from "#media/media-tools.ts";
import { decodes, encodesH264 } from "#media/finish/can-finish.ts";
import type { FinishPlan } from "#media/generated/media.ts";

export type Work = Extract<FinishPlan, { kind: "copy" | "transcode" }>;

export const WATERMARK = {
  text: "Blue Door\nBakery",
  fontSize: 24,
  fontColor: "#ffffff",
  position: "bottom-right",
  alignment: "right",
};

export async function planOf(film: Blob, watermark: boolean): Promise<Work> {
  const tools = await loadLateTools();
  const probed = await tools.probe(film);
  if ("refusal" in probed) throw new Error("the probe knows no such film");
  const plan = probed.finishPlan(
    watermark,
    0,
    await encodesH264(),
    await decodes(probed.decoderCodec),
    false,
    0,
    0,
  );
  if (plan.kind !== "copy" && plan.kind !== "transcode") throw new Error(`nothing to do: ${plan.kind}`);
  return plan;
}
