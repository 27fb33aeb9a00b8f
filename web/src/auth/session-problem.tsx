import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Nobody knows yet who is signed in: the server did not say. */
export function SessionProblem({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <Notice title="We cannot reach Sayso">
      <p className="text-muted">Your connection may have dropped. Nothing of yours is lost.</p>
      <Button onClick={onRetry} aria-disabled={busy}>
        Try again
      </Button>
    </Notice>
  );
}
