import { CircleAlert } from "lucide-react";
import { Link } from "react-router";
import titles from "#api/generated/titles.json";
import type { StripeSetup, StripeSetupDone, SetupRow } from "#api/generated/operations.ts";
import { useTitle } from "#lib/use-title.ts";
import { adminRoutes } from "#admin-paths.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button, buttonClass } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useSettings } from "#areas/admin/settings/use-settings.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import { toastSuccess, toastUnlessSignedOut } from "#auth/toasts.ts";
import type { SetupState } from "#api/generated/enums.ts";

/** The required Stripe objects, which of them exist, and a button that creates the missing ones. */
export default function PaymentSetupScreen() {
  useTitle(titles.adminPaymentSetup);
  const { data, error, isFetching, refetch } = usePaymentSetup();
  return (
    <main className="max-w-4xl">
      <p className="mb-1 text-[0.9375rem]">
        <Link to={adminRoutes.adminSettings} className="underline decoration-control underline-offset-4">
          Settings
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-4xl">{titles.adminPaymentSetup}</h1>
        {data && <Mode isLive={data.is_live} />}
      </div>
      <p className="mt-2 mb-5 max-w-[70ch] text-muted">
        Items that Sayso needs in its Stripe account. Checking changes nothing.
      </p>
      {data?.is_live === null ? (
        <WithoutKey />
      ) : data ? (
        <Setup setup={data} isFetching={isFetching} onRefresh={refetch} />
      ) : error && !isFetching ? (
        <ErrorState subject="the payment set-up" error={error} onRetry={refetch} />
      ) : (
        <div aria-busy="true" aria-label="Loading" className="flex flex-col gap-5">
          <Skeleton className="h-12 max-w-md" />
          <Skeleton className="h-[48rem] rounded-card" />
        </div>
      )}
    </main>
  );
}

function Mode({ isLive }: { isLive: boolean | null }) {
  if (isLive === null) return null;
  return isLive ? (
    <Badge tone="success">Live mode: real money</Badge>
  ) : (
    <Badge tone="warning">Test mode: no money moves</Badge>
  );
}

/** Missing details of the statements' issuer, with the verb; `null` if complete or not loaded yet. */
function useIssuerProblem(): string | null {
  const { data } = useSettings();
  if (!data) return null;
  const isEmpty = (key: string) => data.some((one) => one.key === key && one.value.trim() === "");
  const [name, address] = [isEmpty("issuer_name"), isEmpty("issuer_address")];
  if (name && address) return "company name and address are";
  return name ? "company name is" : address ? "company address is" : null;
}

type SetupProps = { setup: StripeSetup; isFetching: boolean; onRefresh: () => unknown };

function Setup({ setup, isFetching, onRefresh }: SetupProps) {
  const { mutate: create, isPending, data: done } = useCreateMissing();
  const there = setup.rows.filter(({ state }) => state === "present").length;
  const issuerProblem = useIssuerProblem();
  const canHelp = setup.rows.some(({ is_mended_here: here }) => here);
  return (
    <>
      {done?.webhook_secret && (
        <div className="mb-5">
          <NewSecret secret={done.webhook_secret} />
        </div>
      )}
      {done && done.faults.length > 0 && <Faults faults={done.faults} />}
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <output className="mr-auto w-full font-semibold tabular-nums sm:w-auto">
          {there === setup.rows.length
            ? issuerProblem === null
              ? "Everything is there."
              : "Everything is there in Stripe."
            : `${there} of ${setup.rows.length} are as they should be.`}
        </output>
        <Button
          variant="outlined"
          className="flex-auto sm:flex-none"
          disabled={isFetching || isPending}
          onClick={() => void onRefresh()}
        >
          {isFetching ? "Asking Stripe" : "Check again"}
        </Button>
        {canHelp && (
          <Button className="flex-auto sm:flex-none" disabled={isPending} onClick={() => create()}>
            {isPending ? "Creating" : "Create what is missing"}
          </Button>
        )}
      </div>
      {issuerProblem !== null && (
        <p role="note" className="mb-5 rounded-card border border-warning bg-surface p-5 text-[0.9375rem]">
          <b className="font-semibold">Your {issuerProblem} missing from partners’ statements.</b> Add{" "}
          {issuerProblem.endsWith("are") ? "them" : "it"} so they can be filed.{" "}
          <Link to={adminRoutes.adminSettings} className="underline decoration-control underline-offset-4">
            Open the settings
          </Link>
        </p>
      )}
      <SetupList rows={setup.rows} />
      <p className="mt-4 max-w-[75ch] text-sm wrap-anywhere text-muted">
        Events have to reach {setup.webhook_address}. We recognise these items by the metadata key{" "}
        <code>sayso</code>, so you can rename them in Stripe. Every change is recorded in the audit log.
      </p>
    </>
  );
}

function Faults({ faults }: { faults: string[] }) {
  return (
    <div role="alert" className="mb-5 flex gap-3 rounded-control border border-danger px-4 py-3">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
      <ul className="min-w-0 space-y-1 wrap-anywhere">
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  );
}

function WithoutKey() {
  return (
    <Card title="No Stripe key is set">
      <p className="-mt-2 max-w-[70ch] text-[0.9375rem]">
        Nothing can be sold until you set one. In Stripe, open Developers, then API keys, and create a secret
        key. Store it with this command, then come back:
      </p>
      <Copied text="npx wrangler secret put STRIPE_SECRET_KEY" label="Copy command" />
      <p className="mt-4 max-w-[70ch] text-sm text-muted">
        A test-mode key lets you try everything first. On your own machine <code>cargo xtask start</code> has
        test payments without a key.
      </p>
    </Card>
  );
}

/** The signing secret of a new webhook endpoint: it is here, and after this screen nowhere but in Stripe. */
function NewSecret({ secret }: { secret: string }) {
  return (
    <Card title="Store the signing secret now" className="border-signal">
      <p className="-mt-2 mb-4 max-w-[70ch] text-[0.9375rem]">
        Until this deployment has it, it rejects Stripe’s events. We show it only now and do not store it. Run
        this command in the project and paste the secret:
      </p>
      <Copied text={STORE_SECRETS} label="Copy command" />
      <Copied text={secret} label="Copy secret" />
      <p className="mt-4 max-w-[70ch] text-sm text-muted">
        If another endpoint of Sayso is still in use, paste both secrets with a space between them.
      </p>
    </Card>
  );
}

/** Command that stores the signing secrets. */
const STORE_SECRETS = "npx wrangler secret put STRIPE_WEBHOOK_SECRETS";

/** Something to type elsewhere, to be selected or copied. */
function Copied({ text, label }: { text: string; label: string }) {
  return (
    <div className="mt-3 grid items-center gap-3 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <code className="min-w-0 rounded-control bg-sunken px-4 py-3 text-[0.9375rem] wrap-anywhere select-all">
        {text}
      </code>
      <CopyButton text={text} label={label} copied="Copied" className={buttonClass("outlined")} />
    </div>
  );
}

const KEY = ["admin", "stripe-setup"];

/** The required Stripe objects and which of them exist. Queries Stripe each time the screen is opened. */
function usePaymentSetup() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => admin.stripeSetupGet(signal),
    staleTime: 0,
  });
}

/** Creates what is missing. The response holds a new signing secret, which is stored nowhere else. */
function useCreateMissing() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => admin.stripeSetupCreate(),
    onSuccess: (done) => {
      queries.setQueryData(KEY, done.setup);
      // The payment pages' addresses.
      void queries.invalidateQueries({ queryKey: ["admin", "settings"] });
      if (done.faults.length === 0) toastSuccess(["Created in Stripe", summary(done)]);
    },
    onError: (error) => {
      toastUnlessSignedOut("We don’t know what was created")(error);
      void queries.invalidateQueries({ queryKey: KEY });
    },
    // Drops the response with the secret when the screen is left.
    gcTime: 0,
  });
}

function summary({ created, changed }: StripeSetupDone): string {
  if (created.length + changed.length === 0) return "There was nothing left to do.";
  return `${created.length} created, ${changed.length} changed.`;
}

const STATES: Record<SetupState, { label: string; tone: BadgeTone }> = {
  present: { label: "There", tone: "success" },
  missing: { label: "Missing", tone: "outline" },
  differs: { label: "Differs", tone: "warning" },
  unknown: { label: "Not known", tone: "danger" },
};

/** Required objects: each with its purpose, its state, and a fix. */
function SetupList({ rows }: { rows: SetupRow[] }) {
  return (
    <ul
      aria-label="What payments need"
      className="divide-y divide-hairline rounded-card border border-hairline bg-surface"
    >
      {rows.map((row) => (
        <SetupItem key={row.item} row={row} />
      ))}
    </ul>
  );
}

function SetupItem({ row: { needed, state, id, problems, ways_out, is_mended_here } }: { row: SetupRow }) {
  const { label, tone } = STATES[state];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-5 py-3.5 sm:grid-cols-[6rem_minmax(0,1fr)] sm:px-6">
      <p className="order-last sm:order-none">
        <Badge tone={tone}>{label}</Badge>
      </p>
      <div className="min-w-0 text-[0.9375rem] leading-snug">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <p className="font-semibold wrap-anywhere">{needed}</p>
          {id !== null && (
            <code className="text-xs wrap-anywhere text-muted select-all sm:text-sm">{id}</code>
          )}
        </div>
        {problems.map((problem) => (
          <p key={problem} className="mt-1 wrap-anywhere">
            {problem}
          </p>
        ))}
        {ways_out.map((remedy) => (
          <p key={remedy} className="mt-1 max-w-[70ch] wrap-anywhere text-muted">
            {remedy}
          </p>
        ))}
        {state === "differs" && is_mended_here && (
          <p className="mt-1 text-muted">Create what is missing puts this right.</p>
        )}
      </div>
    </li>
  );
}
