import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useStepFocus } from "./auth-form.tsx";

/** While it is not yet known which step comes; as tall as the form that mostly does. */
export function Opening({ link }: { link: boolean }) {
  return (
    <div className="grid min-h-92 place-items-center" aria-busy="true">
      <h1 className="sr-only">{link ? "Opening your link" : "Login"}</h1>
      {/* A question that is answered quickly needs no mark that flashes up. */}
      <div className={link ? "" : "animate-late"}>
        <Spinner label={link ? "Opening your link" : "One moment"} />
      </div>
    </div>
  );
}

/** The server could not be asked; the link may still be good. */
export function LinkProblem({ onRetry }: { onRetry: () => void }) {
  const heading = useStepFocus();
  return (
    <div className="flex flex-col gap-3">
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        We cannot reach Sayso
      </h1>
      <p className="text-muted">Your connection may have dropped. Your link is not used up.</p>
      <Button onClick={onRetry} className="mt-3 min-h-14 text-lg">
        Try again
      </Button>
    </div>
  );
}
