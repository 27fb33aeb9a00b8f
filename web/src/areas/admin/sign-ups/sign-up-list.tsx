import type { SignUpLine } from "../../../api/generated/SignUpLine.ts";
import { Announcer } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { More } from "../more.tsx";
import { RetryButton } from "../retry-button.tsx";
import { Failed, State } from "../state.tsx";
import { SignUpItem } from "./sign-up-item.tsx";
import { useRetrySignUps, useSignUps } from "./use-sign-ups.ts";

type Props = { asked: URLSearchParams; onClear: () => void; onDelete: (one: SignUpLine) => void };

/** Who was found, a page at a time. */
export function SignUpList({ asked, onClear, onDelete }: Props) {
  const found = useSignUps(asked);
  if (!found.data) {
    return found.isError && !found.isFetching ? (
      <Failed what="the sign-ups" error={found.error} onRetry={found.refetch} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  }
  const lines = found.data.pages.flatMap((page) => page.sign_ups);
  if (lines.length === 0) {
    return asked.size > 0 ? (
      <State title="No sign-up fits" text="Nobody has this in name, company or email, with this state.">
        <Button look="outlined" onClick={onClear}>
          Show all
        </Button>
      </State>
    ) : (
      <State title="No sign-ups yet" text="Whoever joins the mailing list on the home page stands here." />
    );
  }
  return (
    <div aria-busy={found.isPlaceholderData}>
      <Announcer message={`${lines.length}${found.hasNextPage ? " or more" : ""} sign-ups`} />
      {(asked.get("state") === "failed" || lines.some(({ state }) => state === "failed")) && <RetryAll />}
      <ul aria-label="Sign-ups, newest first" className="rounded-card border border-hairline bg-surface">
        {lines.map((one) => (
          <SignUpItem key={one.id} one={one} onDelete={() => onDelete(one)} />
        ))}
      </ul>
      <More found={found} />
    </div>
  );
}

/** Takes every failed one, whatever is filtered. */
function RetryAll() {
  const retryAll = useRetrySignUps();
  return (
    <RetryButton
      label="Retry all failed"
      queuing={retryAll.isPending}
      className="mb-4"
      onRetry={() => retryAll.mutate()}
    />
  );
}
