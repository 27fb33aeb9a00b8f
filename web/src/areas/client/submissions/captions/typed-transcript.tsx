import { useState } from "react";
import type { TranscriptView } from "#api/generated/transcripts.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/fields/text-area.tsx";
import { useCorrections } from "./use-transcript.ts";

type Props = { clientId: string; id: string; view: TranscriptView };

/** A transcript that somebody types, where no machine has made one. */
export function TypedTranscript({ clientId, id, view }: Props) {
  const { save, left, isSaving, problem } = useCorrections(clientId, id, view);
  const [text, setText] = useState(left ?? "");
  return (
    <>
      <TextArea
        label="What was said"
        hint="Word by word. The captions follow evenly through the video."
        rows={3}
        grows
        value={text}
        warning={problem ?? undefined}
        onChange={setText}
      />
      <Button variant="outlined" disabled={isSaving || text.trim() === ""} onClick={() => save(text)}>
        Save as captions
      </Button>
    </>
  );
}
