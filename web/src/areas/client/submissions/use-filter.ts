import { useAddress } from "../../../use-address.ts";
import type { Filter } from "./use-submissions.ts";

/** What a client can ask for; the states of the machinery are among them. */
export const FILTERS = ["processed", "pending", "failed"];

const ASKED = ["q", "status"] as const;
const LOOKED_AT = ["id"] as const;

/** What is looked for, and which submission is looked at. */
export function useFilter() {
  const { value, set, clear, typed, type } = useAddress(ASKED);
  const opened = useAddress(LOOKED_AT);
  const status = value("status");
  const filter: Filter = { q: value("q"), status: FILTERS.includes(status) ? status : "" };
  return {
    filter,
    typed,
    type,
    clear,
    chooseStatus: (chosen: string) => set({ status: chosen }),
    openId: opened.value("id"),
    open: (id: string) => opened.open({ id }),
    close: opened.close,
  };
}
