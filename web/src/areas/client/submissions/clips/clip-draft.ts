import type { Recipe, Stretch } from "#api/generated/clips.ts";
import { keepsAll } from "#media/clip/clip-plan.ts";
import { readItem, storeItem } from "#lib/local-storage.ts";

/** The recipe of a clip that shows all of a film as it is. */
export const wholeFilm = (filmMs: number, hasCaptions: boolean): Recipe => ({
  keep: [{ from_ms: 0, to_ms: filmMs }],
  format: "recorded",
  framing: { x: 500, y: 500 },
  background: "#15120e",
  captions: hasCaptions ? "boxed" : "none",
  has_strip: false,
  poster_ms: 0,
  mark: "none",
});

/** A recipe with other stretches. Its picture stays among them. */
export function withKeep(recipe: Recipe, keep: readonly Stretch[]): Recipe {
  const first = keep[0];
  if (!first) return recipe;
  const isKept = keep.some(
    ({ from_ms: from, to_ms: to }) => from <= recipe.poster_ms && recipe.poster_ms < to,
  );
  return { ...recipe, keep: [...keep], poster_ms: isKept ? recipe.poster_ms : first.from_ms };
}

/** Whether a clip differs from its film in nothing. */
export const isWhole = (recipe: Recipe, filmMs: number): boolean =>
  keepsAll(recipe.keep, filmMs) &&
  recipe.format === "recorded" &&
  recipe.captions === "none" &&
  !recipe.has_strip;

const keyOf = (submissionId: string) => `clip-${submissionId}`;

/** A recipe that was being edited when the page was closed; `null` if there is none. */
export function readDraft(submissionId: string): Recipe | null {
  try {
    return JSON.parse(readItem(keyOf(submissionId)) ?? "null") as Recipe | null;
  } catch {
    return null;
  }
}

export const storeDraft = (submissionId: string, recipe: Recipe | null): void =>
  storeItem(keyOf(submissionId), recipe && JSON.stringify(recipe));
