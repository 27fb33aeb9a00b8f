import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as api from "#api/generated/calls/client.ts";
import type { ClipView, PublicClip, Recipe } from "#api/generated/clips.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { POLL_MS, useRefreshClients } from "#areas/client/use-dashboard.ts";
import { showToast } from "#ui/toasts/toast.ts";
import type { Poster } from "#media/poster-pictures.ts";

const keyOf = (clientId: string, id: string) => ["client", "clips", clientId, id];

/** A submission's clips, loaded again while one is on its way to the drive. */
export function useClips(clientId: string, id: string) {
  return useQuery({
    queryKey: keyOf(clientId, id),
    queryFn: ({ signal }) => api.clipList(clientId, id, signal),
    refetchInterval: ({ state }) =>
      state.data?.clips.some(({ delivery }) => delivery === "waiting") ? POLL_MS : false,
  });
}

/** A clip that is made: its film and its pictures. */
export type MadeClip = { clipId: string; recipe: Recipe; film: Blob; poster: Poster };

/** Stores a clip. Sending it again stores it once. */
export async function storeClip(
  clientId: string,
  id: string,
  { clipId, recipe, film, poster }: MadeClip,
): Promise<void> {
  const form = new FormData();
  form.set("recipe", JSON.stringify(recipe));
  form.set("film", film, "clip.mp4");
  form.set("still", poster.still);
  form.set("card", poster.card);
  await api.clipPut(clientId, id, clipId, form);
}

/** A change that the list shows afterwards. `failure`: title of the toast if it fails. */
function useClipChange<Change>(
  clientId: string,
  id: string,
  failure: string,
  mutationFn: (change: Change) => Promise<unknown>,
  done: (change: Change) => string,
) {
  const queries = useQueryClient();
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn,
    onSuccess: (_, change) => void showToast("success", done(change)),
    onError: toastUnlessSignedOut(failure),
    onSettled: () => {
      void refresh();
      return queries.invalidateQueries({ queryKey: keyOf(clientId, id) });
    },
  });
}

export const useRemoveClip = (clientId: string, id: string) =>
  useClipChange<ClipView>(
    clientId,
    id,
    "Not deleted",
    (clip) => api.clipRemove(clientId, id, clip.id),
    () => "Clip deleted",
  );

export const useDeliverClip = (clientId: string, id: string) =>
  useClipChange<ClipView>(
    clientId,
    id,
    "Not sent to your drive",
    (clip) => api.clipDeliver(clientId, id, clip.id),
    () => "On the way to your drive",
  );

/** Shows a clip in public in place of the video, or the video again. */
export const usePublicClip = (clientId: string, id: string) =>
  useClipChange<PublicClip>(
    clientId,
    id,
    "Not changed",
    (change) => api.clipPutPublic(clientId, id, change),
    ({ clip }) =>
      clip === null
        ? "In public it is the whole video again"
        : "In public this clip takes the place of the video",
  );
