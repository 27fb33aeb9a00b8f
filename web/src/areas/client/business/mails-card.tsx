import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { MailChoice } from "#api/generated/enums.ts";
import type { MailRecipient, MailSettings } from "#api/generated/client.ts";
import { mailRecipients } from "#api/generated/rules.json";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useErrorFocus } from "#lib/use-error-focus.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/http.ts";
import * as api from "#api/generated/calls/client.ts";
import { toastSuccess, toastUnlessSignedOut } from "#auth/toasts.ts";

const CHOICES: { value: MailChoice; label: string }[] = [
  { value: "every-video", label: "Every video" },
  { value: "daily", label: "One email a day" },
  { value: "trouble", label: "Only when something needs attention" },
];

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

/** Recipients of emails, the kinds they get, and the time of the daily ones. */
export function MailsCard({ clientId }: { clientId: string }) {
  const { data, error, isFetching, refetch } = useMails(clientId);
  return (
    <Card title="Emails">
      {data ? (
        <MailsForm key={JSON.stringify(data)} clientId={clientId} saved={data} />
      ) : error && !isFetching ? (
        <ErrorState subject="who gets your emails" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Card>
  );
}

/** `id`: stable key of a row's fields while others are removed. */
type Line = MailRecipient & { id: number };

function MailsForm({ clientId, saved }: { clientId: string; saved: MailSettings }) {
  const [lines, setLines] = useState<Line[]>(() => saved.recipients.map((one, id) => ({ ...one, id })));
  const [zone, setZone] = useState(saved.time_zone);
  const [hour, setHour] = useState(saved.digest_hour);
  const { save, saving, errors, refusals } = useSaveMails(clientId);
  const element = useErrorFocus(refusals);
  const recipients = lines.map(({ email, wants, confirmed }) => ({ email, wants, confirmed }));
  const typed: MailSettings = { recipients, time_zone: zone, digest_hour: hour };
  const dirty = JSON.stringify(typed) !== JSON.stringify(saved);
  const zones = timeZones(saved.time_zone);
  const change = (id: number, by: Partial<MailRecipient>) =>
    setLines((before) => before.map((line) => (line.id === id ? { ...line, ...by } : line)));
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(typed);
      }}
    >
      <ul className="flex flex-col gap-3">
        {lines.map((line, index) => (
          <li
            key={line.id}
            className="grid items-start gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_16rem_2.75rem]"
          >
            <TextField
              label={index === 0 ? "Your own address" : "Email address"}
              type="email"
              value={line.email}
              error={errors[`recipients.${index}`]}
              hint={hintOf(line, saved)}
              disabled={index === 0}
              autoComplete="email"
              onChange={(email) => change(line.id, { email })}
            />
            <SelectField
              label="Receives"
              value={line.wants}
              options={CHOICES}
              onChange={(wants) => change(line.id, { wants: wants as MailChoice })}
            />
            {index > 0 && (
              <button
                type="button"
                aria-label={`Remove ${line.email || "this address"}`}
                onClick={() => setLines((before) => before.filter(({ id }) => id !== line.id))}
                className="grid size-11 place-items-center rounded-full hover:bg-sunken sm:mt-7"
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {lines.length < mailRecipients && (
        <Button
          variant="outlined"
          className="mt-4"
          onClick={() =>
            setLines((before) => [
              ...before,
              {
                id: Math.max(...before.map(({ id }) => id)) + 1,
                email: "",
                wants: "every-video",
                confirmed: false,
              },
            ])
          }
        >
          <Plus className="size-5" aria-hidden="true" />
          Add an address
        </Button>
      )}
      <div className="mt-5 grid gap-4 sm:grid-cols-[minmax(0,20rem)_10rem]">
        <SelectField label="Time zone" value={zone} options={zones} onChange={setZone} />
        <SelectField
          label="Daily email at"
          value={String(hour)}
          options={HOURS}
          onChange={(chosen) => setHour(Number(chosen))}
        />
      </div>
      <p className="mt-4 max-w-[70ch] text-[0.9375rem] text-muted">
        We ask an address you add before we send it anything. Everyone here is also told about drive problems,
        low credits and upcoming deletions. Emails about your login and your plan go to your own address only.
      </p>
      <Button type="submit" variant="outlined" className="mt-4" disabled={saving || !dirty}>
        {saving ? "Saving" : "Save emails"}
      </Button>
    </form>
  );
}

/** An added address that has not agreed yet. */
const hintOf = (line: Line, saved: MailSettings) =>
  saved.recipients.some(({ email, confirmed }) => email === line.email && !confirmed)
    ? "We have emailed this address and are waiting for an answer."
    : undefined;

/** Time zones of this browser, and the saved one. */
function timeZones(saved: string) {
  const supported = Intl.supportedValuesOf("timeZone");
  const names = supported.includes(saved) ? supported : [saved, ...supported];
  return names.map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}

const keyOf = (clientId: string) => ["client", "mails", clientId];

function useMails(clientId: string) {
  return useQuery({
    queryKey: keyOf(clientId),
    queryFn: ({ signal }) => api.mailsGet(clientId, signal),
    // An answer must not replace typed text.
    staleTime: Infinity,
  });
}

/** Saves that; `errors` by `recipients.` and the place in the list. `refusals` grows each time that it was refused. */
function useSaveMails(clientId: string) {
  const queries = useQueryClient();
  const [refusals, setRefusals] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (settings: MailSettings) => api.mailsPut(clientId, settings),
    onSuccess: (saved) => {
      queries.setQueryData(keyOf(clientId), saved);
      toastSuccess(["Saved", "Emails go out like this from now on."]);
    },
    onError: (failure) => {
      toastUnlessSignedOut("Not saved")(failure);
      setRefusals((count) => count + 1);
    },
  });
  const errors: Record<string, string> = error instanceof ApiError ? error.fields : {};
  return { save: mutate, saving: isPending, errors, refusals };
}
