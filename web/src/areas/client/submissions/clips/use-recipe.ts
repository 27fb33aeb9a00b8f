import { useState } from "react";
import type { Recipe } from "#api/generated/clips.ts";
import { readDraft, storeDraft } from "./clip-draft.ts";

/**
 * The recipe that is edited, with undo. It is kept in this browser until the clip is made. `from`: the one to begin with;
 * otherwise the one that was being edited, or the first.
 */
export function useRecipe(submissionId: string, from: Recipe | null, first: () => Recipe) {
  const [recipe, setRecipe] = useState(() => from ?? readDraft(submissionId) ?? first());
  const [earlier, setEarlier] = useState<Recipe[]>([]);
  const show = (next: Recipe) => {
    setRecipe(next);
    storeDraft(submissionId, next);
  };
  return {
    recipe,
    /** `isStep`: undo goes back to what was before; a drag is one step. */
    change: (next: Recipe, isStep = true) => {
      if (isStep) setEarlier((all) => [...all, recipe]);
      show(next);
    },
    undo: () => {
      const before = earlier.at(-1);
      if (!before) return;
      setEarlier((all) => all.slice(0, -1));
      show(before);
    },
    canUndo: earlier.length > 0,
  };
}
