import { Link } from "react-router";
import { pageData } from "#api/page-data.ts";
import { company } from "#brand/company.ts";
import { routes } from "#paths.ts";
import { TextLink } from "#ui/text-link.tsx";
import { facts } from "#areas/public/facts.ts";
import { LegalPage, LegalSection, Points } from "./legal-page.tsx";

const { standard, noSetup } = facts.plans;

export default function TermsScreen() {
  return (
    <LegalPage
      title="Terms & Conditions"
      effective={facts.effectiveDate}
      summary={
        <p>
          These terms are the agreement between {company.parent}, which provides {company.product}, and the
          business that uses it. Using the service means accepting them.
        </p>
      }
    >
      <LegalSection title="1. The service">
        <p>
          {company.product} gives your business a recording page of its own. Your customers record or upload a
          short video there, consent to its use, and send it. We process the video and deliver it to the
          cloud-drive folder that belongs to you.
        </p>
      </LegalSection>

      <LegalSection title="2. Plans and payment">
        <Points>
          <li>
            {standard.name}: {standard.setUp} for setting up, then {standard.monthly} a month.
          </li>
          <li>
            {noSetup.name}: {noSetup.setUp} for setting up, then {noSetup.monthly} a month.
          </li>
          <li>
            Both include {facts.creditsPerMonth} video credits a month. Prices are in pounds sterling; the
            payment page shows any VAT before you pay.
          </li>
          <li>We take fees monthly in advance, by the payment method you give at checkout.</li>
        </Points>
      </LegalSection>

      <LegalSection title="3. Video credits">
        <p>
          One processed video costs one credit. Credits are renewed every month. Unused credits lapse at the
          renewal: they do not roll over, and they have no cash value. When no credits remain, your recording
          page takes no further videos until the next renewal.
        </p>
      </LegalSection>

      <LegalSection title="4. Failed payments">
        <p>
          If a payment fails, a grace period of {facts.graceDays} days starts, in which the service continues
          as usual. If you have not paid by its end, we suspend your account, and your recording page accepts
          no videos until you do.
        </p>
      </LegalSection>

      <LegalSection title="5. How long videos are kept">
        <Points>
          <li>
            Temporary videos, such as unfinished uploads and our own working copies, are removed within{" "}
            {facts.temporaryDays} days.
          </li>
          <li>
            Delivered videos remain in your cloud-drive folder for {facts.driveMonths} months at most. We tell
            you by email {facts.noticeDays} days before. Download what you want to keep for longer. In a drive
            you connected yourself, you can choose to keep them.
          </li>
          <li>
            After cancellation your videos are kept until your access ends (section 6) and then deleted. Those
            that you have chosen to keep in a drive of your own stay there.
          </li>
          <li>Demo videos are deleted within {facts.demoHours} hours.</li>
        </Points>
      </LegalSection>

      <LegalSection title="6. Cancellation">
        <p>
          There is no commitment, and you may cancel at any time. Your access lasts{" "}
          {facts.daysAfterCancellation} more days after cancellation. If you have paid for the current month
          by card, they begin at its end. We do not refund fees, except where the law says so.
        </p>
      </LegalSection>

      <LegalSection title="7. Your responsibilities">
        <Points>
          <li>Ask only people who were really your customers, and never pay for a favourable opinion.</li>
          <li>
            Use a testimonial only in the ways its speaker consented to, and stop using it when consent is
            withdrawn. We then take it off the pages that we publish for you and tell you; you take down what
            you have posted elsewhere, and no longer use the copy in your drive.
          </li>
          <li>
            You decide what is published. Published testimonials stay public while your plan lasts, until you
            take them back or the consent is withdrawn.
          </li>
          <li>Keep your sign-in details to yourself, and tell us if someone else has them.</li>
          <li>Do not use the service for anything unlawful, misleading or harmful.</li>
        </Points>
      </LegalSection>

      <LegalSection title="8. If you record a testimonial">
        <p>
          The recording stays yours. By sending it with both consents ticked you let the business you recorded
          it for use it as those consents say. You can withdraw the use in marketing at any time on the
          private page whose link you get, for the future. Speak about your own experience, and record only
          people who agree to be in the picture. How we handle your data is in the{" "}
          <Link to={routes.privacy} className="underline decoration-control underline-offset-4">
            Privacy Policy
          </Link>
          .
        </p>
      </LegalSection>

      <LegalSection title="9. Support">
        <p>
          We aim to reply to support requests within {facts.supportHours} business hours.{" "}
          <TextLink href={pageData.support_url}>Contact support</TextLink>
        </p>
      </LegalSection>

      <LegalSection title="10. Liability">
        <p>
          We run the service with reasonable skill and care, but cannot promise that it is never interrupted.
          Our liability to you, whatever its legal ground, is limited to {facts.liabilityMonths} months of
          fees. Nothing in these terms limits liability for death or personal injury caused by negligence, for
          fraud, or for anything else that the law does not allow to be limited.
        </p>
      </LegalSection>

      <LegalSection title="11. Changes to these terms">
        <p>
          We may change these terms. We will tell you by email at least {facts.termsNoticeDays} days before a
          change that matters to you, and you may cancel before it takes effect.
        </p>
      </LegalSection>

      <LegalSection title="12. Law">
        <p>
          The law of England and Wales applies, and its courts decide disputes. If one part of these terms is
          not valid, the rest still applies.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
