import { LogOut } from "lucide-react";
import { useBusy } from "#lib/use-busy.ts";
import { useLogOut } from "./use-session.ts";

export function LogOutButton() {
  const logOut = useLogOut();
  const [busy, run] = useBusy();
  return (
    <button
      type="button"
      aria-disabled={busy}
      onClick={() => run(logOut)}
      className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control border border-control bg-surface px-4 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken aria-disabled:cursor-not-allowed"
    >
      <LogOut className="size-4.5 max-[22.5rem]:hidden" aria-hidden="true" />
      Logout
    </button>
  );
}
