import { facts } from "../facts.ts";
import { places } from "./places.ts";
import { PlanCard } from "./plan-card.tsx";
import { Section } from "./section.tsx";
import { homeSettings } from "./settings.ts";

const { standard, noSetup } = facts.plans;

/** The two plans. */
export function Pricing() {
  return (
    <Section
      id={places.pricing}
      title="Two plans, one product"
      lead="The same tool either way. Pay once for setting up and less each month, or start for nothing."
    >
      <div className="mt-12 grid gap-6 lg:grid-cols-2">
        <PlanCard plan={standard} address={homeSettings.payment_link_standard} />
        <PlanCard plan={noSetup} address={homeSettings.payment_link_no_setup} popular />
      </div>
      <p className="mt-6 max-w-[70ch] text-sm text-muted">
        Prices are in pounds sterling (GBP). Delivered videos stay in your cloud-drive folder for up to{" "}
        {facts.driveMonths} months; download what you want to keep for longer. After a cancellation you have{" "}
        {facts.daysAfterCancellation} days to do that, then the videos are deleted.
      </p>
    </Section>
  );
}
