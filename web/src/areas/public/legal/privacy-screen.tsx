import { pageData } from "../../../api/page-data.ts";
import { company } from "../../../brand/company.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { facts } from "../facts.ts";
import { LegalPage, LegalSection, Points } from "./legal-page.tsx";

export default function PrivacyScreen() {
  return (
    <LegalPage
      title="Privacy Policy"
      effective={facts.privacyDate}
      summary={
        <p>
          You record a video for a business. The business decides how it is used; we, {company.parent}, look
          after it on the way. Nothing leaves your device before you press submit.
        </p>
      }
    >
      <LegalSection title="1. Who is responsible">
        <p>
          For a testimonial, the business whose page you recorded it on is the controller of your data, and we
          process it on that business's behalf. For the accounts of businesses and partners, and for running
          this site, we are the controller.
        </p>
      </LegalSection>

      <LegalSection title="2. What is collected">
        <Points>
          <li>From people who record: the video with its sound, a name, an email address.</li>
          <li>A record of both consents: the wording you were shown, and when you agreed.</li>
          <li>From businesses and partners: contact and account details, settings and payment status.</li>
          <li>From people who join the pre-launch list: name, company, email address.</li>
          <li>
            From people who set up what they bought: name, email address, company, review platform, logo.
          </li>
          <li>From people who try the demo: a video, a name, an email address.</li>
          <li>
            For security: network addresses, for as long as it takes to keep the service from being abused.
          </li>
        </Points>
      </LegalSection>

      <LegalSection title="3. What happens on your device">
        <p>
          Your camera and microphone are used only after you allow it, and they are switched off when a
          recording stops or you leave. Recording, watching it back and preparing it happen in your browser.
          The recording pages set no cookies for advertising or tracking.
        </p>
        <p>
          If a partner's link led you here, your browser remembers that partner's code for{" "}
          {facts.referralDays} days. It goes to the payment provider if you buy, so that you get the partner's
          discount and the partner is credited.
        </p>
      </LegalSection>

      <LegalSection title="4. What it is used for">
        <p>
          Your video, name and email address are used to deliver your testimonial to the business, and by the
          business in the ways you consented to. The legal ground is your consent. We do not sell data, and we
          do not use your video to train anything.
        </p>
        <p>
          If you join the pre-launch list, your details are used for this offer and for nothing else. The
          legal ground is your consent, which you confirm by email. If you set up what you bought, they are
          used to make and run your account, as our contract with you asks. A demo video is not used for
          anything: you get a link to it, and that is all.
        </p>
      </LegalSection>

      <LegalSection title="5. Who receives it">
        <p>
          The business you recorded for, in its cloud-drive folder and by an email that links to it. A
          business may have us tell its own automation tool of a new testimonial: that gets your name, your
          email address and a link to the video that works for {facts.videoLinkDays} days.
        </p>
        <p>
          The link to a demo video goes to you only. The pre-launch list is kept by us, or by the provider of
          our mailing list, GetResponse, who then sends the email that asks you to confirm. Providers that
          host, store and send for us do so under contract and on our instructions only. Card details go to
          the payment provider and never reach us.
        </p>
      </LegalSection>

      <LegalSection title="6. How long it is kept">
        <Points>
          <li>Unfinished uploads expire after {facts.uploadHours} hours.</li>
          <li>Temporary videos are removed within {facts.temporaryDays} days.</li>
          <li>
            Delivered videos stay in the business's cloud-drive folder for {facts.driveMonths} months at most,
            or, in a drive of its own, until the business deletes them. Your name, email address and consent
            stay in its list until it deletes them or leaves, because a video that it has downloaded may be
            used for longer.
          </li>
          <li>
            When a business cancels, its videos are deleted {facts.daysAfterCancellation} days later, except
            those it keeps in a drive of its own.
          </li>
          <li>Demo videos, with the name and email address, are deleted within {facts.demoHours} hours.</li>
          <li>
            A sign-up to the pre-launch list that is not confirmed, and what we keep of one that we handed to
            the mailing list, is deleted after {facts.unconfirmedDays} days.
          </li>
          <li>
            A list of the emails we sent, without their text, is kept for as long as what each was about.
          </li>
          <li>
            A partner's application that we do not decide is deleted after {facts.applicationDays} days. A
            partner who has left may have everything erased; if we have paid one, we keep the name with the
            payouts for {facts.moneyYears} years after the last, because tax law asks for it.
          </li>
          <li>
            Records of what was paid, given back and paid out, and what our payment provider told us of it,
            are kept for {facts.moneyYears} years, because tax law asks for it.
          </li>
          <li>
            Our database is backed up each night. A back-up is kept for {facts.backUpDays} days and read only
            if the database is lost. What you have deleted leaves all back-ups in the following night; what
            was kept for its time, and a partner's data, leaves them after those days. Our provider keeps the
            changes of the database for {facts.databaseHistoryDays} days.
          </li>
          <li>
            A set-up is kept until we have made an account of it, for {facts.onboardingRequestDays} days at
            most.
          </li>
        </Points>
      </LegalSection>

      <LegalSection title="7. Your rights">
        <p>
          You may see, correct, take with you or delete your data, object to its use, and withdraw your
          consent at any time; that does not undo what was lawful before. Ask the business, or{" "}
          <TextLink href={pageData.support_url}>contact us</TextLink>, and we will see to it. You may also
          complain to a supervisory authority, in the United Kingdom the Information Commissioner's Office.
        </p>
      </LegalSection>

      <LegalSection title="8. Safety">
        <p>
          Data is encrypted in transit and in storage. Links to videos are private and expire. Access is
          limited to those who need it.
        </p>
      </LegalSection>

      <LegalSection title="9. Changes">
        <p>When this policy changes, the new text and its date appear on this page.</p>
      </LegalSection>
    </LegalPage>
  );
}
