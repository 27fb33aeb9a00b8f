import { type ReactNode, useState, useEffect, useRef } from "react";
import type { AffiliateDashboard } from "#api/generated/affiliate.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as affiliate from "#api/generated/calls/affiliate.ts";
import { isSignedOut } from "#auth/query-client.ts";
import { TextArea } from "#ui/fields/text-area.tsx";
import { useSearchParams } from "react-router";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

/** Anchor of the card. */
export const PAYOUT_ACCOUNT = "payout-account";

/** Enough of an account's id to identify it. */
const SHOWN_CHARACTERS = 20;

/** The account that payouts go to, and the address on statements. */
export function PayoutAccountCard({ dashboard }: { dashboard: AffiliateDashboard }) {
  const { payoutAccount: account, canConnect, address } = dashboard;
  const { mutate: connect, isPending } = useConnectAccount();
  const isChecking = useReturnFromStripe(connect);
  if (account?.canReceive)
    return (
      <Card id={PAYOUT_ACCOUNT} title="Payout account" aside={<Badge tone="success">Connected</Badge>}>
        <AccountId id={account.id} />
        <Words>We pay to your Stripe account, and Stripe pays to your bank.</Words>
        <Address address={address} />
      </Card>
    );
  if (account)
    return (
      <Card id={PAYOUT_ACCOUNT} title="Payout account" aside={<Badge tone="warning">Not finished</Badge>}>
        <AccountId id={account.id} />
        <Words>Stripe still needs a few details before money can reach you.</Words>
        <Button className="mt-4" disabled={isPending || isChecking} onClick={() => connect()}>
          {isChecking ? "Asking Stripe..." : isPending ? "Opening Stripe..." : "Finish on Stripe"}
        </Button>
        <Address address={address} />
      </Card>
    );
  const begin = () =>
    canConnect ? connect() : void showToast("plain", "Stripe Connect integration coming soon!");
  return (
    <Card id={PAYOUT_ACCOUNT} title="Payout account">
      <Words>
        {canConnect
          ? "Stripe pays you. It asks for your name and your bank account, which we never see."
          : "You cannot connect an account here yet. We ask you by email where to send your payouts."}
      </Words>
      {canConnect && address === null ? (
        <AddressForm address={null} button="Connect Stripe Account" onSaved={begin} />
      ) : (
        <Button variant="outlined" className="mt-4" disabled={isPending} onClick={begin}>
          {isPending ? "Opening Stripe..." : "Connect Stripe Account"}
        </Button>
      )}
      {address !== null && <Address address={address} />}
    </Card>
  );
}

/** The address on statements, and a way to change it. */
function Address({ address }: { address: string | null }) {
  const [isChanging, setChanging] = useState(address === null);
  if (isChanging)
    return <AddressForm address={address} button="Save address" onSaved={() => setChanging(false)} />;
  return (
    <>
      <p className="mt-4 text-[0.9375rem] whitespace-pre-line">{address}</p>
      <Button variant="quiet" className="px-0! text-[0.9375rem]" onClick={() => setChanging(true)}>
        Change address
      </Button>
    </>
  );
}

const AccountId = ({ id }: { id: string }) => (
  <p className="mb-1 font-semibold tabular-nums wrap-anywhere">
    {id.length > SHOWN_CHARACTERS ? `${id.slice(0, SHOWN_CHARACTERS)}…` : id}
  </p>
);

const Words = ({ children }: { children: ReactNode }) => (
  <p className="text-[0.9375rem] text-muted">{children}</p>
);

type AddressFormProps = { address: string | null; button: string; onSaved: () => void };

function AddressForm({ address, button, onSaved }: AddressFormProps) {
  const [typed, setTyped] = useState(address ?? "");
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => affiliate.payoutAccountChangeAddress({}, { address: typed }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["affiliate", "dashboard"] });
      onSaved();
    },
  });
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <TextArea
        label="Your postal address"
        hint="Your accountant needs it on your statements, below your name."
        autoComplete="street-address"
        rows={4}
        required
        value={typed}
        onChange={setTyped}
        warning={error && !isSignedOut(error) ? error.message : undefined}
      />
      <Button type="submit" variant="outlined" disabled={isPending}>
        {isPending ? "Saving..." : button}
      </Button>
    </form>
  );
}

const failed = toastUnlessSignedOut("Failed to connect Stripe account");

/** Leads to Stripe's page for a partner's account. */
const useConnectAccount = () =>
  useMutation({
    mutationFn: () => affiliate.payoutAccountBegin({}),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: failed,
  });

/** Makes the server query the account's capabilities at Stripe. */
function useCheckAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => affiliate.payoutAccountCheck({}),
    onError: failed,
    onSettled: () => queries.invalidateQueries({ queryKey: ["affiliate", "dashboard"] }),
  });
}

/** Handles the return from Stripe: `payouts=back` if onboarding is done, `payouts=again` if its link had expired. */
function useReturnFromStripe(connect: () => void): boolean {
  const [search, setSearch] = useSearchParams();
  const { mutate, isPending } = useCheckAccount();
  const state = search.get("payouts");
  const isHandled = useRef(false);
  useEffect(() => {
    if (state === null || isHandled.current) return;
    isHandled.current = true;
    if (state === "again") connect();
    else mutate();
    setSearch(
      (now) => {
        now.delete("payouts");
        return now;
      },
      { replace: true },
    );
  }, [state, connect, mutate, setSearch]);
  return isPending;
}
