import { Plus } from "lucide-react";
import { Link, useLocation } from "react-router";
import { newClientPath, routes } from "../../paths.ts";
import { OPENED } from "../../use-address.ts";

/** Opens the dialog for a new client. Over the list of clients it leaves what was searched for as it is. */
export function AddClientLink() {
  const { pathname, search } = useLocation();
  const overList = pathname.replace(/\/$/, "") === routes.admin;
  const asked = new URLSearchParams(overList ? search : "");
  for (const dialog of ["add", "edit"]) asked.delete(dialog);
  return (
    <Link
      to={asked.size > 0 ? `${newClientPath}&${asked}` : newClientPath}
      state={overList ? OPENED : null}
      className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control border border-control bg-surface px-2.5 text-[0.9375rem] font-semibold no-underline transition-colors hover:bg-sunken sm:px-4"
    >
      <Plus className="size-4.5 max-[27rem]:hidden" aria-hidden="true" />
      Add Client
    </Link>
  );
}
