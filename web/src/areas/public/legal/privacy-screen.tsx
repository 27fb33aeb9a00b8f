import { pageData } from "#api/page-data.ts";
import { company } from "#brand/company.ts";
import { TextLink } from "#ui/text-link.tsx";
import { facts } from "#areas/public/facts.ts";
import { LegalPage, LegalSection, Points } from "./legal-page.tsx";

export default function PrivacyScreen() {
  return (
    <LegalPage
      title="Privacy Policy"
      effective={facts.privacyDate}
      summary={
        <p>
          You record a video for a business. The business decides how to use it; we, {company.parent}, look
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

      <LegalSection title="2. What we collect">
        <Points>
          <li>From people who record: the video with its sound, a name, an email address.</li>
          <li>
            A record of your consent: the wording you were shown, when you agreed, and when you withdrew it.
          </li>
          <li>From businesses and partners: contact and account details, settings and payment status.</li>
          <li>From people who join the pre-launch list: name, company, email address.</li>
          <li>
            From people who set up a plan they bought: name, email address, company, review platform, logo.
          </li>
          <li>From people who try the demo: a video, a name, an email address.</li>
          <li>For security: network addresses, for as long as we need them to prevent abuse.</li>
        </Points>
      </LegalSection>

      <LegalSection title="3. What happens on your device">
        <p>
          We use your camera and microphone only after you allow it, and switch them off when a recording
          stops or you leave. Your browser records the video, plays it back and prepares it. The recording
          pages set no cookies for advertising or tracking.
        </p>
        <p>
          If a partner's link led you here, your browser remembers that partner's promo code for{" "}
          {facts.referralDays} days. It goes to the payment provider if you buy, so that you get the partner's
          discount and the partner is credited.
        </p>
      </LegalSection>

      <LegalSection title="4. How we use it">
        <p>
          We use your video, name and email address to deliver your testimonial to the business, and the
          business uses them in the ways you consented to. The legal ground is your consent. We do not sell
          data, and we do not use your video to train anything.
        </p>
        <p>
          The business may publish your video on a page of ours and on other websites. We then keep a copy for
          these pages and tell you by email where it is. Anyone can watch it there. You choose how your name
          is shown. If you agreed to the present wording, software of ours may also transcribe, caption,
          translate and shorten your video and cut it to other formats. To transcribe it, only its sound goes
          to a speech recognition, which is ours or our host’s. The text is kept with your testimonial and
          erased with it.
        </p>
        <p>
          If you join the pre-launch list, we use your details for this offer only. The legal ground is your
          consent, which you confirm by email. If you set up a plan you bought, we use them to create and run
          your account under our contract with you. We do not use a demo video for anything: you get a link to
          it, and that is all.
        </p>
      </LegalSection>

      <LegalSection title="5. Who receives it">
        <p>
          The business you recorded for, in its cloud-drive folder and by an email that links to it. A
          business may connect its own automation tool: we send that your name, your email address and a link
          to the video that works for {facts.videoLinkDays} days.
        </p>
        <p>
          The link to a demo video goes only to you. Either we or GetResponse, the provider of our mailing
          list, keeps the pre-launch list and sends the confirmation. Providers that host, store and send for
          us do so under contract and only on our instructions. Card details go to the payment provider and
          never reach us.
        </p>
      </LegalSection>

      <LegalSection title="6. How long we keep it">
        <Points>
          <li>Unfinished uploads expire after {facts.uploadHours} hours.</li>
          <li>We delete temporary videos within {facts.temporaryDays} days.</li>
          <li>
            When a video is refused or its upload is not finished, we note when, for which business and why,
            with a code made from the email address in place of the address itself, so that support can say
            why it did not arrive. We delete that after {facts.attemptDays} days.
          </li>
          <li>
            Delivered videos stay in the business's cloud-drive folder for {facts.driveMonths} months at most.
            In a drive of its own, the business may choose to keep them until it deletes them itself. Your
            name, email address and consent stay in its list until it deletes them or leaves, because a video
            that it has downloaded may be used for longer.
          </li>
          <li>
            When a business cancels, we delete its videos {facts.daysAfterCancellation} days later, or{" "}
            {facts.daysAfterCancellation} days after the end of the month it has paid for by card, except
            those that it has chosen to keep in a drive of its own.
          </li>
          <li>
            A business may have its emails sent to colleagues, too. We ask each of them first, and delete an
            address when the business removes it, when its reader stops the emails, or when the business
            leaves.
          </li>
          <li>
            The public copy of a published video goes within a day after the business takes it back, and at
            once when you withdraw your consent or have everything erased.
          </li>
          <li>
            When you withdraw your consent, the record of it and of the withdrawal stays until you or the
            business erase it, so that both of you can show what was agreed.
          </li>
          <li>We delete demo videos, with the name and email address, within {facts.demoHours} hours.</li>
          <li>
            We delete a sign-up to the pre-launch list that nobody confirms, and our copy of one that we
            passed to the mailing list, after {facts.unconfirmedDays} days.
          </li>
          <li>
            We keep a list of the emails we sent, with their text but without what their links open, for as
            long as the records they are about.
          </li>
          <li>
            We delete a partner's application that we have not decided after {facts.applicationDays} days. A
            partner who has left may erase everything; if we have paid that partner, we keep the name with the
            payouts for {facts.moneyYears} years after the last, because tax law requires it.
          </li>
          <li>
            We keep records of payments, refunds and payouts, with the messages of our payment provider, for{" "}
            {facts.moneyYears} years, because tax law requires it.
          </li>
          <li>
            We back up our database each night. We keep a back-up for {facts.backUpDays} days and read it only
            if we lose the database. Data that you delete leaves all back-ups the following night; expired
            data and partners' data leave the back-ups after {facts.backUpDays} days. Our provider keeps the
            changes of the database for {facts.databaseHistoryDays} days.
          </li>
          <li>
            We keep a set-up until it has become an account, for {facts.onboardingRequestDays} days at most.
          </li>
        </Points>
      </LegalSection>

      <LegalSection title="7. Your rights">
        <p>
          You may see, correct, take with you or delete your data, object to its use, and withdraw your
          consent at any time; that does not undo what was lawful before. You find your video, your consent as
          a signed document, and the buttons that withdraw it or erase everything on the private page whose
          link you got when you sent the video. A withdrawal takes the video off our public pages within a
          minute; what others have downloaded or chats have stored cannot be called back. Or ask the business,
          or <TextLink href={pageData.support_url}>contact us</TextLink>, and we will deal with it. You may
          also complain to a supervisory authority, in the United Kingdom the Information Commissioner's
          Office.
        </p>
      </LegalSection>

      <LegalSection title="8. Safety">
        <p>
          Data is encrypted in transit and in storage. Links to videos that are not published are private;
          those in emails to the business expire. Only people who need access have it.
        </p>
        <p>
          Anyone who has a copy of a video can ask us whether its sender agreed to its use, for which
          business, and whether that still stands. They send us a fingerprint of the file, and learn neither
          name nor address.
        </p>
      </LegalSection>

      <LegalSection title="9. Changes">
        <p>When this policy changes, the new text and its date appear on this page.</p>
      </LegalSection>
    </LegalPage>
  );
}
