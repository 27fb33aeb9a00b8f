import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RoundTrip } from "#api/generated/operations.ts";
import type { HealthPart } from "#api/generated/enums.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { healthGet } from "#api/generated/calls/public.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { formatDateTime } from "#lib/format.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const PARTS: Record<HealthPart, string> = {
  database: "Database",
  bucket: "Bucket",
  jobs: "Jobs",
  schedules: "Schedules",
  mail: "Mail",
};

/** Health as seen from outside, and an end-to-end test of a job and an email. */
export function HealthCard() {
  const { data, error, isFetching, refetch } = useHealth();
  const { mutate: ask, isPending } = useRoundTrip();
  const details = data?.details;
  if (!details)
    return error && !isFetching ? (
      <ErrorState subject="the health" error={error} onRetry={refetch} />
    ) : (
      <Skeleton className="h-44 rounded-card" />
    );
  return (
    <Card
      title="Health"
      aside={data.ok ? <Badge tone="success">Works</Badge> : <Badge tone="danger">Needs attention</Badge>}
    >
      <ul className="grid gap-x-6 gap-y-2 text-[0.9375rem] sm:grid-cols-2 lg:grid-cols-5">
        {details.checks.map(({ part, ok, detail }) => (
          <li key={part} className="min-w-0">
            <p className="flex items-baseline justify-between gap-3 sm:justify-start">
              <b className="font-semibold">{PARTS[part]}</b>
              <Badge tone={ok ? "success" : "danger"}>{ok ? "ok" : "not ok"}</Badge>
            </p>
            {detail && <p className="mt-0.5 text-sm wrap-anywhere text-muted">{detail}</p>}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="outlined" disabled={isPending} onClick={() => ask()}>
          {isPending ? "Sending" : "Send a test email"}
        </Button>
        <p className="min-w-0 flex-1 basis-56 text-sm wrap-anywhere text-muted">
          {details.round_trip ? (
            <RoundTripWords trip={details.round_trip} />
          ) : (
            "Sends the first admin an email, to prove that jobs run and mail gets out."
          )}{" "}
          Version {details.version}.
        </p>
      </div>
    </Card>
  );
}

function RoundTripWords({ trip }: { trip: RoundTrip }) {
  const asked = formatDateTime(trip.asked_at);
  if (trip.mail === "sent") return <>The test email of {asked} was sent.</>;
  if (trip.error)
    return (
      <>
        The test email of {asked} was not sent: {trip.error}
      </>
    );
  return (
    <>
      The test email of {asked} {trip.job_ran ? "is being sent" : "is waiting for its job"}.
    </>
  );
}

const KEY = ["admin", "health"];
const REFETCH_MS = 30_000;
const WAITING_MS = 2000;

function useHealth() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => healthGet(signal),
    refetchInterval: ({ state }) => {
      const trip = state.data?.details?.round_trip;
      const waits =
        trip && trip.mail !== "sent" && trip.mail !== "failed" && Date.now() - trip.asked_at < 60_000;
      return waits ? WAITING_MS : REFETCH_MS;
    },
  });
}

function useRoundTrip() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => admin.healthCheck(),
    onSuccess: (health) => queries.setQueryData(KEY, health),
    onError: toastUnlessSignedOut("The test email was not sent"),
  });
}
