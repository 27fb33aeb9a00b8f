import { useEffect, useRef, useState } from "react";
import type { SubmissionDetail } from "#api/generated/client.ts";
import { lengths } from "#api/generated/rules.json";
import { ApiError } from "#api/http.ts";
import { TextArea } from "#ui/fields/text-area.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useNotes } from "./use-submissions.ts";

type Props = { clientId: string; detail: SubmissionDetail };

/** The owner's tags and private note, saved when a field or the window is left. */
export function NotesSection({ clientId, detail: { submission, note } }: Props) {
  const { mutate, isPending, isSuccess, error } = useNotes(clientId, submission.id);
  const [typed, setTyped] = useState({ tags: submission.tags.join(", "), note });
  const saved = useRef(typed);
  const save = () => {
    if (saved.current.tags === typed.tags && saved.current.note === typed.note) return;
    saved.current = typed;
    mutate({ tags: [typed.tags], note: typed.note });
  };
  const saveNow = useRef(save);
  useEffect(() => {
    saveNow.current = save;
  });
  useEffect(() => () => saveNow.current(), []);
  const fields = error instanceof ApiError ? error.fields : {};
  return (
    <section aria-label="Notes" className="border-t border-hairline pt-5">
      <h3 className="mb-2 text-lg">Notes</h3>
      <TextField
        label="Tags"
        hint="Separated by commas, for you to find it by"
        error={fields.tags}
        value={typed.tags}
        onChange={(tags) => setTyped({ ...typed, tags })}
        onBlur={save}
      />
      <TextArea
        label="Private note"
        rows={2}
        grows
        maxLength={lengths.notes}
        hint={isPending ? "Saving" : isSuccess ? "Saved. Only you can see it." : "Only you can see it"}
        warning={fields.note}
        value={typed.note}
        onChange={(text) => setTyped({ ...typed, note: text })}
        onBlur={save}
      />
    </section>
  );
}
