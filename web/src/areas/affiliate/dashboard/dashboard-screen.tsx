import titles from "../../../api/generated/titles.json";
import { useTitle } from "../../../lib/use-title.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** Where a partner lands after the login. */
export default function DashboardScreen() {
  useTitle(titles.affiliateDashboard);
  return (
    <main>
      <h1 tabIndex={-1} className="mb-5 text-4xl">
        Dashboard
      </h1>
      <EmptyState
        title="No referrals yet"
        text="Your promo code and your link came with the mail of your approval. Who buys by them appears here."
      />
    </main>
  );
}
