import { Link } from "react-router";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import { Mark } from "../../../brand/mark.tsx";
import { routes } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { useSubmissions } from "../submissions/use-submissions.ts";
import { useStay } from "../use-stay.ts";
import { withClient } from "../which-client.ts";
import { takesNoVideos } from "./credit-state.ts";

const EVERYTHING = { q: "", status: "" };

/** The card without a line: a business that never got anything is invited to ask for it. */
export function NothingRecent({ client, days }: { client: ClientView; days: number }) {
  const stay = useStay();
  // The same answer that the list of all submissions opens with.
  const { data, isPending } = useSubmissions(client.id, EVERYTHING);
  const never = data?.pages[0]?.submissions.length === 0;
  const closed = takesNoVideos(client);
  return (
    <div
      aria-busy={isPending}
      className={`flex flex-col items-center gap-4 px-4 py-10 text-center ${isPending ? "invisible" : ""}`}
    >
      <Mark className="size-14" />
      <p className="max-w-[34ch]">
        <b className="block text-lg">
          {never ? "Nobody has said anything yet." : `Nothing in the last ${days} days.`}
        </b>
        {closed
          ? "Your record page takes no videos now."
          : never
            ? "Share your link. The first video shows up here a minute after it is sent."
            : "Share your link again. The next video shows up here a minute after it is sent."}
      </p>
      <div className="flex flex-wrap justify-center gap-x-2">
        {!closed && (
          <Link to={withClient(routes.clientSharing, stay.search)} className={buttonClass("outlined")}>
            Share your link
          </Link>
        )}
        {!never && (
          <Link to={withClient(routes.clientSubmissions, stay.search)} className={buttonClass("quiet")}>
            All submissions
          </Link>
        )}
      </div>
    </div>
  );
}
