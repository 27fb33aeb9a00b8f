import { pageData } from "../../api/page-data.ts";
import { TextLink } from "../../ui/text-link.tsx";

/** What the server has against a form as a whole, in its words; it stays when the toast has gone. */
export function FormProblem({ problem }: { problem: string }) {
  return (
    <div role="alert">
      {problem && (
        // Clear of the toast that comes with it.
        <p
          ref={showItself}
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

const showItself = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: "nearest" });
