import type { SetupLine } from "../../../api/generated/SetupLine.ts";
import { Announcer } from "../../../ui/announcer.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { More } from "../more.tsx";
import { Failed, State } from "../state.tsx";
import { SetupItem } from "./setup-item.tsx";
import { useSetups } from "./use-setups.ts";

type Props = { onMake: (setup: SetupLine) => void; onDismiss: (setup: SetupLine) => void };

/** The set-ups that wait. */
export function SetupList({ onMake, onDismiss }: Props) {
  const found = useSetups();
  if (!found.data) {
    return found.isError && !found.isFetching ? (
      <Failed what="the set-ups" error={found.error} onRetry={found.refetch} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  }
  const lines = found.data.pages.flatMap((page) => page.setups);
  return (
    <>
      <Announcer message={`${found.data.pages[0]?.pending ?? 0} waiting`} />
      {lines.length === 0 ? (
        <State
          title="No set-up waits"
          text="What a buyer sends after the purchase stands here until you make a client of it or dismiss it."
        />
      ) : (
        <>
          <ul aria-label="Set-ups, newest first" className="rounded-card border border-hairline bg-surface">
            {lines.map((setup) => (
              <SetupItem
                key={setup.id}
                setup={setup}
                onMake={() => onMake(setup)}
                onDismiss={() => onDismiss(setup)}
              />
            ))}
          </ul>
          <More found={found} />
        </>
      )}
    </>
  );
}
