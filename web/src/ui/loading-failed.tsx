import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** A screen that could not be loaded, with the server's reason and a way to try again. */
export const LoadingFailed = ({ error, onRetry }: { error: Error; onRetry: () => unknown }) => (
  <Notice title="We could not load this page">
    <p role="alert" className="text-muted">
      {error.message}
    </p>
    <Button onClick={() => void onRetry()}>Try again</Button>
  </Notice>
);
