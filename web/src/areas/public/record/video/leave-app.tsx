import { ExternalLink } from "lucide-react";
import type { Browser } from "../../../../media/browser.ts";
import { pageAddress, wayOut } from "../../../../media/way-out.ts";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { leaveSteps } from "./leave-app-steps.ts";
import { stageButton } from "./stage-button.ts";
import { Steps } from "./steps.tsx";

/** From a browser without a camera to one that has it, on the same phone. */
export function LeaveApp({ browser }: { browser: Browser }) {
  const address = pageAddress();
  const inApp = browser.app !== null;
  const way = wayOut(browser, address);
  const steps = inApp
    ? leaveSteps(browser)
    : [
        "Copy the link.",
        `Open ${browser.system === "ios" ? "Safari" : "Chrome"} and paste it into the address.`,
      ];
  return (
    <section
      aria-labelledby="leave-app"
      className="flex w-full flex-col gap-3 border-t border-stage-raised pt-5"
    >
      <h3 id="leave-app" className="text-xl">
        Or open this page in {inApp ? "your" : "another"} browser
      </h3>
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-center">
        {way && (
          <a href={way} className={stageButton}>
            <ExternalLink className="size-5" aria-hidden="true" />
            {way.startsWith("x-safari-") ? "Open in Safari" : "Open in your browser"}
          </a>
        )}
        <CopyButton text={address} label="Copy link" copied="Link copied" className={stageButton} />
      </div>
      {way && <p className="text-sm text-stage-muted">If nothing happens:</p>}
      <Steps steps={steps} />
    </section>
  );
}
