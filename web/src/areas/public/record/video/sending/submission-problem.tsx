import { TriangleAlert } from "lucide-react";
import { pageData } from "#api/page-data.ts";
import { TextLink } from "#ui/text-link.tsx";
import type { Problem } from "./use-submission.ts";

/** Why the last attempt failed; it stays after the toast has gone. */
export function SubmissionProblem({ problem }: { problem: Problem | null }) {
  return (
    <div role="alert">
      {problem && (
        <div className="flex gap-3 rounded-card border border-danger p-4">
          <TriangleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
          <div className="flex flex-col gap-1 text-[0.9375rem]">
            <p className="font-semibold">{problem.text}</p>
            {problem.blocked && (
              <p>
                Please contact support if you believe this is an error.{" "}
                <TextLink href={pageData.support_url} newTab>
                  Contact Support
                </TextLink>
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
