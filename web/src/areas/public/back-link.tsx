import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { routes } from "../../paths.ts";

/** The way back to the home page, at the head of a page that it leads to. */
export function BackLink({ label }: { label: string }) {
  return (
    <Link
      to={routes.home}
      className="inline-flex min-h-11 items-center gap-2 self-start font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      <ArrowLeft className="size-5" aria-hidden="true" />
      {label}
    </Link>
  );
}
