import type { RefObject } from "react";
import type { TranscriptObstacle } from "#api/generated/enums.ts";
import type { TranscriptView } from "#api/generated/transcripts.ts";
import { Button } from "#ui/button.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { TranscriptEditor } from "./transcript-editor.tsx";
import { TypedTranscript } from "./typed-transcript.tsx";
import { useCheck, useIsCorrecting, useTranscribe, useTranscript } from "./use-transcript.ts";

type Props = { clientId: string; id: string; player: RefObject<HTMLVideoElement | null> };

/** The transcript of a video, of which its captions are made. */
export function CaptionsSection({ clientId, id, player }: Props) {
  const { data: view } = useTranscript(clientId, id);
  if (!view) return null;
  return (
    <section aria-label="Captions" className="border-t border-hairline pt-5 text-[0.9375rem]">
      <h3 className="mb-2 text-lg">Captions</h3>
      <Content clientId={clientId} id={id} player={player} view={view} />
    </section>
  );
}

/** Why a video is not transcribed by itself. */
const OBSTACLES: Record<TranscriptObstacle, string> = {
  withdrawn: "Your customer withdrew the consent, so this video may not be captioned.",
  consent:
    "Your customer agreed to an earlier text that does not mention captions. Ask again, below, to be allowed to caption this video.",
  "not-set-up": "This site has no speech recognition. Type what was said, and it becomes captions.",
  "switched-off": "You have switched transcription off.",
};

function Content({ clientId, id, player, view }: Props & { view: TranscriptView }) {
  const check = useCheck(clientId, id);
  const transcribe = useTranscribe(clientId, id);
  const isCorrecting = useIsCorrecting(id);
  if (view.obstacle === "withdrawn" || view.obstacle === "consent")
    return <p className="text-muted">{OBSTACLES[view.obstacle]}</p>;
  if (view.status === "waiting")
    return <output className="block">The video is being transcribed. This takes a minute.</output>;
  if (view.status === "done")
    return (
      <>
        <TranscriptEditor key={id} clientId={clientId} id={id} view={view} player={player} />
        <div className="mt-3">
          <Switch
            label="Captions checked"
            checked={view.checked_at !== null}
            disabled={check.isPending || isCorrecting}
            onChange={(isChecked) => check.mutate({ version: view.version, is_checked: isChecked })}
          />
          {view.checked_at === null && (
            <p className="text-sm text-muted">
              Until you have checked them, they are labelled as made by a machine.
            </p>
          )}
        </div>
      </>
    );
  return (
    <>
      <p className="mb-3 text-muted">
        {view.status === "silent"
          ? "Nobody speaks in this video, as far as we can hear."
          : view.status === "failed"
            ? view.reason
            : view.obstacle
              ? OBSTACLES[view.obstacle]
              : "This video has no captions yet."}
      </p>
      {view.obstacle !== "not-set-up" && (
        <Button
          variant="outlined"
          disabled={transcribe.isPending}
          onClick={() => transcribe.mutate()}
          className="mb-3"
        >
          {view.status === null ? "Transcribe it" : "Try again"}
        </Button>
      )}
      <TypedTranscript clientId={clientId} id={id} view={view} />
    </>
  );
}
