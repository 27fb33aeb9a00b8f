import { Button, ButtonLink } from "../../../ui/button.tsx";
import { facts } from "../facts.ts";
import { useDialogStep } from "../use-dialog-step.ts";
import { Conversation } from "./conversation.tsx";
import { DiscountDialog } from "./discount-dialog.tsx";
import { places } from "./places.ts";
import { column } from "./section.tsx";

/** What it is, in ten seconds. */
export function Hero() {
  const offer = useDialogStep("discount");
  return (
    <div
      className={`${column} grid items-center gap-10 pt-6 pb-14 lg:grid-cols-[1.1fr_1fr] lg:gap-12 lg:pt-10 lg:pb-20`}
    >
      <div>
        <h1 className="text-[clamp(3.5rem,13vw,7rem)] leading-[0.9] font-extrabold tracking-[-0.05em]">
          Your customers say so
          <span className="full-stop">.</span>
        </h1>
        <p className="mt-7 max-w-[34ch] text-xl leading-snug sm:text-[1.375rem]">
          Send a link. Your customer leaves a {facts.recordingSeconds}-second video testimonial on their own
          phone. It lands in your folder, ready to post.
        </p>
        <p className="mt-3 text-muted">No app, no account, no editing. For shops like yours.</p>
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <Button aria-haspopup="dialog" onClick={offer.push} className="min-h-14 px-7 text-lg max-sm:w-full">
            Get the launch discount
          </Button>
          <ButtonLink
            look="outlined"
            href={`#${places.steps}`}
            className="min-h-14 px-6 text-lg max-sm:w-full"
          >
            See how it works
          </ButtonLink>
        </div>
      </div>
      <Conversation />
      {offer.open && <DiscountDialog onClose={offer.stepBack} onGo={() => offer.replace(places.signUp)} />}
    </div>
  );
}
