import { Link } from "react-router";
import { Wordmark } from "../../brand/mark.tsx";
import { routes } from "../../paths.ts";

export function SiteHeader() {
  return (
    <Link to={routes.home} aria-label="Sayso, home" className="inline-block rounded-lg no-underline">
      <Wordmark />
    </Link>
  );
}
