import { ApiError } from "#api/http.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as api from "#api/generated/calls/client.ts";
import type {
  ClientView,
  ErasureResult,
  Holds,
  NameLimit,
  NotesChange,
  Published,
  ReleaseResult,
  Selection,
  SubmissionPage,
} from "#api/generated/client.ts";
import type { Transcription } from "#api/generated/transcripts.ts";
import { pages } from "#api/generated/rules.json";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { useClientSwitch } from "#areas/client/use-client-switch.ts";
import { POLL_MS, useRefreshClients } from "#areas/client/use-dashboard.ts";
import { choosePoster } from "./make-poster.ts";
import { clearThumbnails, removeThumbnail } from "./make-thumbnail.ts";
import { anyUnderway } from "./submission-status.ts";

export type Filter = { q: string; status: string; tag: string; from: string; to: string; order: string };

/** Query parameters of a filter. */
export const paramsOf = (filter: Filter) =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));

/** A client's matching submissions, paged. The old list stays until the next one has loaded. */
export function useSubmissions(clientId: string, filter: Filter) {
  return usePagedList({
    queryKey: ["client", "submissions", clientId],
    load: (query, signal) => api.submissionList(clientId, query, signal),
    params: paramsOf(filter),
    itemsOf: (page: SubmissionPage) => page.submissions,
    refetchInterval: (items) => (anyUnderway(items) ? POLL_MS : false),
  });
}

export function useSubmission(clientId: string, id: string) {
  return useQuery({
    queryKey: ["client", "submission", clientId, id],
    queryFn: ({ signal }) => api.submissionGet(clientId, id, signal),
    refetchInterval: (query) => {
      const line = query.state.data?.submission;
      return line && anyUnderway([line]) ? POLL_MS : false;
    },
  });
}

/** Days of the last year. */
export function useDays(clientId: string) {
  return useQuery({
    queryKey: ["client", "days", clientId],
    queryFn: ({ signal }) => api.dashboardDays(clientId, signal),
  });
}

const LEFT = "We can’t reach your drive at the moment. We remove the video from it as soon as we can.";

const returnedText = (credits: number) =>
  credits === 0 ? "" : credits === 1 ? "A credit has come back." : `${credits} credits have come back.`;

/** Scope of an erasure, and whether the video is rejected as no testimonial. */
export type Erasure = { allOfCustomer: boolean; rejected: boolean };

/** Erases one submission, or all of its customer, permanently. */
export function useErase(clientId: string, id: string, onErased: () => void) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: ({ allOfCustomer, rejected }: Erasure) => {
      const how = {
        ...(allOfCustomer && { customer: "all" }),
        ...(rejected && { reason: "not-a-testimonial" }),
      };
      return api.submissionErase(clientId, id, new URLSearchParams(how));
    },
    onSuccess: (erasure, { rejected }) => {
      // Closes the details first: the deleted submission must not be fetched again.
      onErased();
      clearThumbnails();
      void refresh();
      toastErased(erasure, rejected ? "removed" : "deleted");
    },
    onError: toastUnlessSignedOut("Error"),
  });
}

/** A selection in bodies of as many as one call takes. */
function inBatches(ids: string[]): Selection[] {
  const count = Math.ceil(ids.length / pages.selected);
  return Array.from({ length: count }, (_, index) => ({
    ids: ids.slice(index * pages.selected, (index + 1) * pages.selected),
  }));
}

/** Accepts a selection that is on hold. */
export function useAcceptHeld(clientId: string, onAccepted?: () => void) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const sum: ReleaseResult = { released: 0, left: 0 };
      for (const body of inBatches(ids)) {
        const { released, left } = await api.submissionRelease(clientId, body);
        sum.released += released;
        sum.left += left;
      }
      return sum;
    },
    onSuccess: ({ released, left }) => {
      onAccepted?.();
      const title = released === 1 ? "1 testimonial accepted" : `${released} testimonials accepted`;
      const stays = left === 1 ? "1 stays" : `${left} stay`;
      if (left === 0) void showToast("success", title, "On the way to your folder.");
      else
        void showToast("error", title, `${stays} on hold: no credit is left, or the account is not active.`);
    },
    onError: toastUnlessSignedOut("Error"),
    // Some may have succeeded before a later call failed.
    onSettled: () => void refresh(),
  });
}

/** Submissions to publish or to take back. */
export type PublishChange = { ids: string[]; publish: boolean };

/** Publishes submissions, or takes them back. */
export function usePublish(clientId: string, onDone?: (change: PublishChange) => void) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: async ({ ids, publish }: PublishChange) => {
      const sum: Published = { changed: 0, left: 0 };
      for (const body of inBatches(ids)) {
        const { changed, left } = await (publish ? api.submissionPublish : api.submissionUnpublish)(
          clientId,
          body,
        );
        sum.changed += changed;
        sum.left += left;
      }
      return sum;
    },
    onSuccess: ({ changed, left }, change) => {
      onDone?.(change);
      const done = change.publish ? "published" : "taken back";
      const title = changed === 1 ? `1 testimonial ${done}` : `${changed} testimonials ${done}`;
      const stays = left === 1 ? "1 stays as it is." : `${left} stay as they are.`;
      void showToast(changed === 0 ? "error" : "success", title, left > 0 ? stays : undefined);
    },
    onError: toastUnlessSignedOut("Error"),
    onSettled: () => void refresh(),
  });
}

/** Shows at most this much of a customer's name in public. */
export function useNameLimit(clientId: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (limit: NameLimit) => api.submissionPutName(clientId, id, limit),
    onSettled: () => queries.invalidateQueries({ queryKey: ["client", "submission", clientId] }),
    onError: toastUnlessSignedOut("Error"),
  });
}

/** Replaces the tags and the note of a submission. The fields show what is wrong with them. */
export function useNotes(clientId: string, id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (notes: NotesChange) => api.submissionPutNotes(clientId, id, notes),
    onSuccess: () =>
      Promise.all(
        ["submissions", "submission", "tags"].map((what) =>
          queries.invalidateQueries({ queryKey: ["client", what, clientId] }),
        ),
      ),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== "invalid") toastUnlessSignedOut("Error")(error);
    },
  });
}

/** Makes the current frame of a submission's video its picture, in lists and on public pages. */
export function useChoosePoster(clientId: string, id: string) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: (video: HTMLVideoElement) => choosePoster(clientId, id, video),
    onSuccess: () => {
      removeThumbnail(api.submissionVideoAddress(clientId, id, {}));
      void refresh();
      void showToast("success", "This is its picture now");
    },
    onError: toastUnlessSignedOut("Error"),
  });
}

/** How often a testimonial was seen; `undefined` until known. */
export function useViews(clientId: string, id: string) {
  return useQuery({
    queryKey: ["client", "views", clientId, id],
    queryFn: ({ signal }) => api.submissionViews(clientId, id, signal),
  }).data;
}

/** The tags of all submissions. */
export function useTags(clientId: string): string[] {
  const { data } = useQuery({
    queryKey: ["client", "tags", clientId],
    queryFn: ({ signal }) => api.submissionTags(clientId, signal),
  });
  return data?.tags ?? [];
}

/** Asks a customer to agree to the current consent texts. */
export function useAskAgain(clientId: string, id: string) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: () => api.submissionAskAgain(clientId, id),
    onSuccess: () => void showToast("success", "Your customer is asked", "The answer will appear here."),
    onError: toastUnlessSignedOut("Error"),
    onSettled: () => void refresh(),
  });
}

/** Toggles whether every new submission is held. */
export const useHoldSwitch = (client: ClientView) =>
  useClientSwitch(client, "holds_everything", (everything) =>
    api.submissionHold(client.id, { everything } satisfies Holds),
  );

/** Toggles whether new videos are transcribed. */
export const useTranscribeSwitch = (client: ClientView) =>
  useClientSwitch(client, "transcribes", (transcribes) =>
    api.transcriptSwitch(client.id, { transcribes } satisfies Transcription),
  );

/** Erases a selection, at its customers' request or because they are no testimonials. */
export function useEraseSelection(clientId: string, rejected: boolean, onErased: () => void) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const sum: ErasureResult = { erased: 0, left: 0, returned: 0 };
      for (const body of inBatches(ids)) {
        const remove = rejected ? api.submissionReject : api.submissionEraseSelection;
        const { erased, left, returned } = await remove(clientId, body);
        sum.erased += erased;
        sum.left += left;
        sum.returned += returned;
      }
      return sum;
    },
    onSuccess: (erasure) => {
      onErased();
      toastErased(erasure, rejected ? "removed" : "deleted");
    },
    onError: toastUnlessSignedOut("Error"),
    // Some may be gone although a later call failed.
    onSettled: () => {
      clearThumbnails();
      void refresh();
    },
  });
}

function toastErased({ erased, left, returned }: ErasureResult, done: string) {
  const notes = [returnedText(returned), left > 0 ? LEFT : ""].filter(Boolean).join(" ");
  const title = erased === 1 ? `Submission ${done}` : `${erased} submissions ${done}`;
  void showToast("success", title, notes || undefined);
}
