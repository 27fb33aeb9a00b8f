import { Announcer } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { More } from "../more.tsx";
import { Failed, State } from "../state.tsx";
import { EmailItem } from "./email-item.tsx";
import { useEmails } from "./use-emails.ts";

/** What was found, a page at a time. */
export function EmailList({ asked, onClear }: { asked: URLSearchParams; onClear: () => void }) {
  const found = useEmails(asked);
  if (!found.data) {
    return found.isError && !found.isFetching ? (
      <Failed what="the emails" error={found.error} onRetry={found.refetch} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  }
  const lines = found.data.pages.flatMap((page) => page.emails);
  if (lines.length === 0) {
    return asked.size > 0 ? (
      <State title="No email fits" text="No mail has this recipient or is of this kind, with this state.">
        <Button look="outlined" onClick={onClear}>
          Show all
        </Button>
      </State>
    ) : (
      <State title="No emails yet" text="Each mail stands here from the moment it is queued." />
    );
  }
  return (
    <div aria-busy={found.isPlaceholderData}>
      <Announcer message={`${lines.length}${found.hasNextPage ? " or more" : ""} emails`} />
      <ul aria-label="Emails, newest first" className="rounded-card border border-hairline bg-surface">
        {lines.map((email) => (
          <EmailItem key={email.id} email={email} />
        ))}
      </ul>
      <More found={found} />
    </div>
  );
}
