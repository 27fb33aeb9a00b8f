import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import * as api from "#api/generated/calls/client.ts";
import type { ClientView, Dashboard } from "#api/generated/client.ts";
import { walls as rules } from "#api/generated/rules.json";
import type { Wall, Walls } from "#api/generated/walls.ts";
import { ApiError } from "#api/http.ts";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { useClientSwitch } from "#areas/client/use-client-switch.ts";
import { AccountNotice } from "#areas/client/dashboard/account-notice.tsx";
import { toastSuccess, toastUnlessSignedOut } from "#auth/toasts.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { WallEditor } from "./wall-editor.tsx";

export default function WallsScreen() {
  return <ClientScreen title="Walls">{(dashboard) => <AllWalls dashboard={dashboard} />}</ClientScreen>;
}

const keyOf = (clientId: string) => ["client", "walls", clientId];

function AllWalls({ dashboard }: { dashboard: Dashboard }) {
  const clientId = dashboard.client.id;
  const queries = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf(clientId),
    queryFn: ({ signal }) => api.wallsList(clientId, signal),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<Wall | null>(null);
  const wall = data?.walls.find(({ id }) => id === chosen) ?? data?.walls[0];
  const update = (change: (walls: Wall[]) => Wall[]) =>
    queries.setQueryData<Walls>(keyOf(clientId), (old) => old && { ...old, walls: change(old.walls) });
  return (
    <>
      <h1 className="mb-3 text-4xl sm:text-5xl">Walls</h1>
      <AccountNotice dashboard={dashboard} />
      <p className="mb-6 max-w-[58ch] text-lg text-muted">
        Show your published testimonials together: on a page of their own, and on your website.
      </p>
      {!data ? (
        error && !isFetching ? (
          <ErrorState subject="your walls" error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-96" />
        )
      ) : (
        <>
          {wall && (
            <>
              <div className="mb-5 flex flex-wrap items-center gap-2">
                {data.walls.map(({ id, settings }) => (
                  <button
                    key={id}
                    type="button"
                    aria-pressed={id === wall.id}
                    onClick={() => setChosen(id)}
                    className="min-h-11 max-w-full rounded-full border border-control px-4 font-medium wrap-anywhere hover:bg-sunken aria-pressed:bg-ink aria-pressed:text-surface"
                  >
                    {settings.name}
                  </button>
                ))}
                <Button variant="quiet" className="ml-auto px-2!" onClick={() => setLeaving(wall)}>
                  <Trash2 className="size-5" aria-hidden="true" />
                  Delete this wall
                </Button>
              </div>
              <WallEditor
                key={wall.id}
                clientId={clientId}
                wall={wall}
                testimonials={data.testimonials}
                onSaved={(saved) =>
                  update((walls) => walls.map((one) => (one.id === saved.id ? saved : one)))
                }
              />
            </>
          )}
          {data.walls.length < rules.max && (
            <NewWallCard
              clientId={clientId}
              isFirst={!wall}
              onMade={(made) => {
                update((walls) => [...walls, made]);
                setChosen(made.id);
              }}
            />
          )}
        </>
      )}
      <ListingCard client={dashboard.client} />
      {leaving && (
        <DeleteDialog
          clientId={clientId}
          wall={leaving}
          onDeleted={() => update((walls) => walls.filter(({ id }) => id !== leaving.id))}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

function ListingCard({ client }: { client: ClientView }) {
  const { turn } = useClientSwitch(client, "is_listed", (listed) =>
    api.wallsListInSearches(client.id, { is_listed: listed }),
  );
  return (
    <Card
      title="Search engines"
      aside={<Switch label="May list them" checked={client.is_listed} onChange={turn} />}
      className="mt-5"
    >
      <p className="max-w-[75ch] text-[0.9375rem] text-muted">
        {client.is_listed
          ? "The pages of your published testimonials and walls may appear in search results."
          : "The pages of your published testimonials and walls ask search engines not to list them. What a search engine lists already stays there until it reads the page again."}
      </p>
    </Card>
  );
}

type NewProps = { clientId: string; isFirst: boolean; onMade: (wall: Wall) => void };

function NewWallCard({ clientId, isFirst, onMade }: NewProps) {
  const [name, setName] = useState("");
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.wallsCreate(clientId, { name }),
    onSuccess: (made) => {
      setName("");
      onMade(made);
      scrollTo({ top: 0 });
    },
    onError: toastUnlessSignedOut("Not made"),
  });
  return (
    <Card title={isFirst ? "Make your first wall" : "New wall"} className={isFirst ? "" : "mt-5"}>
      <form
        noValidate
        className="flex flex-wrap items-start gap-x-4 gap-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <TextField
          label="Name"
          hint="Visitors see it above the wall’s own page."
          value={name}
          maxLength={rules.name}
          error={error instanceof ApiError ? error.fields.name : undefined}
          onChange={setName}
          className="flex-1 basis-60"
        />
        <Button
          type="submit"
          variant={isFirst ? "signal" : "outlined"}
          className="sm:mt-7"
          disabled={isPending}
        >
          <Plus className="size-5" aria-hidden="true" />
          Make wall
        </Button>
      </form>
    </Card>
  );
}

type DeleteProps = { clientId: string; wall: Wall; onDeleted: () => void; onClose: () => void };

function DeleteDialog({ clientId, wall, onDeleted, onClose }: DeleteProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.wallsDelete(clientId, wall.id),
    onSuccess: () => {
      onDeleted();
      onClose();
      toastSuccess(["Wall deleted", "Its page is gone, and empty wherever it was embedded."]);
    },
    onError: toastUnlessSignedOut("Not deleted"),
  });
  return (
    <ConfirmDialog
      title="Delete this wall?"
      verb="Delete wall"
      busyVerb="Deleting"
      icon={Trash2}
      cancelLabel="Keep it"
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        “{wall.settings.name}” disappears from its page and from every website that shows it. Its testimonials
        stay published. You cannot undo this.
      </p>
    </ConfirmDialog>
  );
}
