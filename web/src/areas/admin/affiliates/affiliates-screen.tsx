import { useState } from "react";
import type { AffiliateSummary } from "#api/generated/affiliate.ts";
import titles from "#api/generated/titles.json";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { useTitle } from "#lib/use-title.ts";
import { Tabs } from "#ui/tabs.tsx";
import { ActiveList } from "./active-list.tsx";
import { CommissionsCard } from "./commissions-card.tsx";
import { ConfigureDialog } from "./configure-dialog.tsx";
import { OwedCard } from "./owed-card.tsx";
import { PayoutsCard } from "./payouts-card.tsx";
import { PendingList } from "./pending-list.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { useAffiliates } from "./use-affiliates.ts";

const NAMES = ["tab"] as const;

/** Partner applications, partners and their commissions. */
export default function AffiliatesScreen() {
  useTitle(titles.adminAffiliates);
  const search = useSearchState(NAMES);
  const chosen = search.value("tab") === "active" ? "active" : "pending";
  const list = useAffiliates("pending");
  const [configured, setConfigured] = useState<AffiliateSummary | null>(null);
  const [rejected, setRejected] = useState<AffiliateSummary | null>(null);
  useRestoreFocus(configured !== null);
  useRestoreFocus(rejected !== null);
  return (
    <main>
      <h1 tabIndex={-1} className="text-4xl">
        Affiliate Management
      </h1>
      <p className="mt-1 mb-4 text-sm text-muted">Dates are UTC.</p>
      <Tabs
        label="Affiliates"
        tabs={[
          { name: "pending", label: "Pending Applications", count: list.firstPage?.pending },
          { name: "active", label: "Active Affiliates" },
        ]}
        chosen={chosen}
        onChoose={(name) => search.set({ tab: name === "active" ? name : "" })}
      >
        {chosen === "active" ? (
          <>
            <CommissionsCard />
            <OwedCard />
            <PayoutsCard />
            <ActiveList />
          </>
        ) : (
          <PendingList list={list} onConfigure={setConfigured} onReject={setRejected} />
        )}
      </Tabs>
      {configured && (
        <ConfigureDialog
          affiliate={configured}
          checksCodes={list.firstPage?.checks_codes ?? true}
          onClose={() => setConfigured(null)}
        />
      )}
      {rejected && <RejectDialog affiliate={rejected} onClose={() => setRejected(null)} />}
    </main>
  );
}
