import { useNavigate } from "react-router";
import { routes } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { facts } from "../facts.ts";
import { ReviewLink } from "../record/review-button.tsx";
import { SentMark } from "../record/sent-mark.tsx";
import type { Occasion } from "./occasion.ts";

/** The dialog's title once the video has arrived. */
export const sentTitle = (occasion: Occasion) =>
  occasion.kind === "demo" ? "Demo Submitted!" : "Thank you!";

/** It has arrived: what happens to it, and what can be done next. */
export function SentView({ occasion }: { occasion: Occasion }) {
  const navigate = useNavigate();
  return (
    <div className="flex min-h-[75dvh] flex-col items-center justify-center gap-6 px-6 py-9 text-center sm:min-h-0">
      <SentMark />
      {occasion.kind === "demo" ? (
        <>
          <p className="text-lg text-muted">
            Look in your inbox: the link to your video is on its way. The video is deleted within{" "}
            {facts.demoHours} hours.
          </p>
          <Button className="w-full" onClick={() => void navigate(routes.home, { replace: true })}>
            Close Demo
          </Button>
        </>
      ) : (
        <>
          <p className="text-lg text-muted">Your video is on its way to {occasion.client.company_name}.</p>
          <ReviewLink
            label="Leave a Google Review"
            address={occasion.client.review_link_url}
            className="w-full"
          />
        </>
      )}
    </div>
  );
}
