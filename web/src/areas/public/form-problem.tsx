import { pageData } from "#api/page-data.ts";
import { TextLink } from "#ui/text-link.tsx";
import { ApiError } from "#api/http.ts";

/** The server's error about a form as a whole; stays after the toast is gone. */
export function FormProblem({ problem }: { problem: string }) {
  return (
    <div role="alert">
      {problem && (
        // Scrolls clear of the toast shown at the same time.
        <p
          ref={scrollIntoView}
          className="mt-2 scroll-mt-52 scroll-mb-6 rounded-control border border-danger p-3 text-[0.9375rem]"
        >
          {problem}{" "}
          <TextLink href={pageData.support_url} newTab>
            Contact support
          </TextLink>
        </p>
      )}
    </div>
  );
}

const scrollIntoView = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: "nearest" });

/** The server's error about a form as a whole, or "". Empty for server errors, whose message does not help. */
export function formError(error: unknown): string {
  const hasMessage =
    error instanceof ApiError && error.status < 500 && Object.keys(error.fields).length === 0;
  return hasMessage ? error.message : "";
}
